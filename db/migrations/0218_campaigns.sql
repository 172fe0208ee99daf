-- Pages at an address of their own with words, titles and groups that an administrator chooses.
create table campaign (
  id uuid primary key default gen_random_uuid(),
  slug text not null constraint campaign_slug_is_free unique,
  words jsonb not null,                       -- by language: {"en": {"title": …, "body": …}}
  accepts_codes boolean not null default false,
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint campaign_slug check (slug ~ '^[a-z0-9][a-z0-9_-]{0,59}$')
);

create table campaign_title (
  campaign_id uuid not null references campaign on delete cascade,
  position int not null,
  kid uuid not null references asset,
  primary key (campaign_id, position),
  unique (campaign_id, kid)
);
create index campaign_title_by_kid on campaign_title (kid);

create table campaign_group (
  campaign_id uuid not null references campaign on delete cascade,
  position int not null,
  group_key uuid not null references title_group on delete cascade,
  primary key (campaign_id, position),
  unique (campaign_id, group_key)
);
create index campaign_group_by_group on campaign_group (group_key);

-- The first two campaigns. Their titles are chosen on /admin/campaigns.
insert into campaign (slug, words, accepts_codes, is_published) values
('airport-anifes', '{
  "ar": {"title": "مهرجان الأنمي في المطار", "body": "أفلام وموسيقى وصور من مهرجان المطار في نسخ مرقّمة. تظهر الأعمال هنا عند نشرها. يمكن إدخال رمز مُستلَم في موقع المهرجان للحصول على النسخة."},
  "de": {"title": "Anime-Festival am Flughafen", "body": "Filme, Musik und Bilder des Festivals am Flughafen, als nummerierte Exemplare. Titel erscheinen hier, sobald sie veröffentlicht sind. Mit einem Code vom Veranstaltungsort holen Sie Ihr Exemplar ab."},
  "en": {"title": "Airport Anime Festival", "body": "Films, music and pictures of the festival at the airport, as numbered copies. Titles appear here when they are published. If you got a code at the venue, enter it to claim your copy."},
  "es": {"title": "Festival de anime del aeropuerto", "body": "Películas, música e imágenes del festival en el aeropuerto, en copias numeradas. Los títulos aparecen aquí cuando se publican. Si recibiste un código en el recinto, introdúcelo para recoger tu copia."},
  "fr": {"title": "Festival d’anime de l’aéroport", "body": "Films, musiques et images du festival à l’aéroport, en exemplaires numérotés. Les œuvres apparaissent ici dès leur publication. Si vous avez reçu un code sur place, saisissez-le pour obtenir votre exemplaire."},
  "ja": {"title": "空港アニメフェス", "body": "空港で開かれるアニメフェスの映像・音楽・画像を、番号付きでお届けします。作品は公開され次第、このページに表示されます。会場でコードを受け取った方は、コードを入力して受け取れます。"},
  "ko": {"title": "공항 애니메이션 페스티벌", "body": "공항에서 열리는 페스티벌의 영상, 음악, 이미지를 번호가 붙은 에디션으로 만나 보세요. 작품은 공개되는 대로 여기에 표시돼요. 현장에서 코드를 받았다면 입력하고 에디션을 받아 가세요."},
  "pt": {"title": "Festival de anime do aeroporto", "body": "Filmes, músicas e imagens do festival no aeroporto, em exemplares numerados. Os títulos aparecem aqui quando são publicados. Se você recebeu um código no local, digite-o para resgatar seu exemplar."},
  "zh-Hans": {"title": "机场动漫节", "body": "以编号版呈现机场动漫节的影片、音乐和图片。作品发布后会显示在这里。如果你在现场拿到了兑换码，输入即可领取。"},
  "zh-Hant": {"title": "機場動漫節", "body": "以編號作品呈現機場動漫節的影片、音樂與圖片。作品發布後會顯示在這裡。若你在現場拿到兌換碼，輸入即可領取。"}
}', true, true),
('august_my_heaven', '{
  "ar": {"title": "أغسطس، جنّتي", "body": "مجموعة صيفية من النسخ المرقّمة. تظهر الأعمال هنا عند نشرها."},
  "de": {"title": "August, mein Himmel", "body": "Eine Sommersammlung nummerierter Exemplare. Titel erscheinen hier, sobald sie veröffentlicht sind."},
  "en": {"title": "August, My Heaven", "body": "A summer collection of numbered copies. Titles appear here when they are published."},
  "es": {"title": "Agosto, mi cielo", "body": "Una colección de verano de copias numeradas. Los títulos aparecen aquí cuando se publican."},
  "fr": {"title": "Août, mon paradis", "body": "Une collection d’été d’exemplaires numérotés. Les œuvres apparaissent ici dès leur publication."},
  "ja": {"title": "八月、わたしの楽園", "body": "夏の作品を集めたページです。作品は公開され次第、このページに表示されます。"},
  "ko": {"title": "8월, 나의 천국", "body": "여름을 담은 번호 에디션 컬렉션이에요. 작품은 공개되는 대로 여기에 표시돼요."},
  "pt": {"title": "Agosto, meu paraíso", "body": "Uma coleção de verão de exemplares numerados. Os títulos aparecem aqui quando são publicados."},
  "zh-Hans": {"title": "八月，我的天堂", "body": "夏日编号版合集。作品发布后会显示在这里。"},
  "zh-Hant": {"title": "八月，我的天堂", "body": "夏日編號作品合輯。作品發布後會顯示在這裡。"}
}', false, true);
