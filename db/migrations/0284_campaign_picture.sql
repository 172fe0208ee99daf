-- A picture for the head of a campaign's page. A change records the base of its files.
alter table campaign add hero_picture jsonb;
alter table campaign_change add picture text;

-- The page itself now says that titles will appear, and only while it has none.
update campaign set words = (
  select jsonb_object_agg(lang, jsonb_set(text, '{body}',
    to_jsonb(replace(text->>'body', coalesce(sentence, ''), ''))))
  from jsonb_each(words) as said (lang, text)
  left join (values
    ('ar', ' تظهر الأعمال هنا عند نشرها.'),
    ('de', ' Titel erscheinen hier, sobald sie veröffentlicht sind.'),
    ('en', ' Titles appear here when they are published.'),
    ('es', ' Los títulos aparecen aquí cuando se publican.'),
    ('fr', ' Les œuvres apparaissent ici dès leur publication.'),
    ('ja', '作品は公開され次第、このページに表示されます。'),
    ('ko', ' 작품은 공개되는 대로 여기에 표시돼요.'),
    ('pt', ' Os títulos aparecem aqui quando são publicados.'),
    ('zh-Hans', '作品发布后会显示在这里。'),
    ('zh-Hant', '作品發布後會顯示在這裡。')
  ) as removed (lang, sentence) using (lang)
) where slug in ('airport-anifes', 'august_my_heaven');
