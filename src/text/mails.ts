type Params = Record<string, string | number>
/** Subject and paragraphs; `{name}` is a parameter. */
type Mail = readonly [subject: string, ...paragraphs: string[]]

// oxfmt-ignore
const signInCode: Record<string, Mail> = {
  en: ['{code} · Your sign-in code', '{code}', 'Enter this code in the browser where you asked for it. It is valid for {minutes} minutes.', 'If you did not ask for it, ignore this mail. Nobody can sign in without the code: give it to no one.'],
  ja: ['{code} · ログインコード', '{code}', 'コードを請求したブラウザーで入力してください。有効期限は{minutes}分です。', 'お心当たりがない場合は、このメールを破棄してください。コードがなければ誰もログインできません。コードは誰にも教えないでください。'],
  ko: ['{code} · 로그인 코드', '{code}', '코드를 요청한 브라우저에 입력해 주세요. {minutes}분 동안 유효합니다.', '요청하지 않으셨다면 이 메일을 무시해 주세요. 코드가 없으면 아무도 로그인할 수 없으니 누구에게도 알려 주지 마세요.'],
  'zh-Hans': ['{code} · 登录验证码', '{code}', '请在申请验证码的浏览器中输入。{minutes} 分钟内有效。', '如果不是您本人申请的，请忽略此邮件。没有验证码，任何人都无法登录；请勿告诉他人。'],
  'zh-Hant': ['{code} · 登入驗證碼', '{code}', '請在申請驗證碼的瀏覽器中輸入。{minutes} 分鐘內有效。', '如果不是您本人申請的，請忽略此郵件。沒有驗證碼，任何人都無法登入；請勿告訴他人。'],
  de: ['{code} · Ihr Anmeldecode', '{code}', 'Geben Sie diesen Code in dem Browser ein, in dem Sie ihn angefordert haben. Er gilt {minutes} Minuten.', 'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Mail. Ohne den Code kann sich niemand anmelden: Geben Sie ihn nicht weiter.'],
  es: ['{code} · Tu código de acceso', '{code}', 'Introduce este código en el navegador donde lo pediste. Es válido durante {minutes} minutos.', 'Si no lo has pedido tú, ignora este correo. Sin el código nadie puede entrar: no se lo des a nadie.'],
  fr: ['{code} · Votre code de connexion', '{code}', 'Saisissez ce code dans le navigateur où vous l’avez demandé. Il est valable {minutes} minutes.', 'Si vous ne l’avez pas demandé, ignorez ce message. Sans ce code, personne ne peut se connecter : ne le donnez à personne.'],
  pt: ['{code} · O seu código de acesso', '{code}', 'Introduza este código no navegador onde o pediu. É válido durante {minutes} minutos.', 'Se não o pediu, ignore este e-mail. Sem o código ninguém pode entrar: não o dê a ninguém.'],
  ar: ['{code} · رمز تسجيل الدخول', '{code}', 'أدخل هذا الرمز في المتصفح الذي طلبته منه. صلاحيته {minutes} دقائق.', 'إذا لم تطلبه فتجاهل هذه الرسالة. لا يمكن لأحد تسجيل الدخول من دون الرمز، فلا تعطه لأحد.'],
}

/** Every mail by its name, in every language we write. */
const mails: Record<string, Record<string, Mail>> = { sign_in_code: signInCode }

/** A mail in the person's language, or in English where we do not write theirs. */
export function mail(lang: string, name: string, params: Params) {
  const [subject, ...paragraphs] = (mails[name]?.[lang] ?? mails[name]?.en)!
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, param: string) => String(params[param]))
  return {
    subject: filled(subject),
    text: `${[...paragraphs, 'Renban'].map(filled).join('\n\n')}\n`,
  }
}
