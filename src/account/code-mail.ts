/** Subject, what to do with the code, and what if it was not you. `%n` are minutes. */
type Words = readonly [subject: string, use: string, notYou: string]

// oxfmt-ignore
const words: Record<string, Words> = {
  en: ['Your sign-in code', 'Enter this code in the browser where you asked for it. It is valid for %n minutes.', 'If you did not ask for it, ignore this mail. Nobody can sign in without the code: give it to no one.'],
  ja: ['ログインコード', 'コードを請求したブラウザーで入力してください。有効期限は%n分です。', 'お心当たりがない場合は、このメールを破棄してください。コードがなければ誰もログインできません。コードは誰にも教えないでください。'],
  ko: ['로그인 코드', '코드를 요청한 브라우저에 입력해 주세요. %n분 동안 유효합니다.', '요청하지 않으셨다면 이 메일을 무시해 주세요. 코드가 없으면 아무도 로그인할 수 없으니 누구에게도 알려 주지 마세요.'],
  'zh-Hans': ['登录验证码', '请在申请验证码的浏览器中输入。%n 分钟内有效。', '如果不是您本人申请的，请忽略此邮件。没有验证码，任何人都无法登录；请勿告诉他人。'],
  'zh-Hant': ['登入驗證碼', '請在申請驗證碼的瀏覽器中輸入。%n 分鐘內有效。', '如果不是您本人申請的，請忽略此郵件。沒有驗證碼，任何人都無法登入；請勿告訴他人。'],
  de: ['Ihr Anmeldecode', 'Geben Sie diesen Code in dem Browser ein, in dem Sie ihn angefordert haben. Er gilt %n Minuten.', 'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Mail. Ohne den Code kann sich niemand anmelden: Geben Sie ihn nicht weiter.'],
  es: ['Tu código de acceso', 'Introduce este código en el navegador donde lo pediste. Es válido durante %n minutos.', 'Si no lo has pedido tú, ignora este correo. Sin el código nadie puede entrar: no se lo des a nadie.'],
  fr: ['Votre code de connexion', 'Saisissez ce code dans le navigateur où vous l’avez demandé. Il est valable %n minutes.', 'Si vous ne l’avez pas demandé, ignorez ce message. Sans ce code, personne ne peut se connecter : ne le donnez à personne.'],
  pt: ['O seu código de acesso', 'Introduza este código no navegador onde o pediu. É válido durante %n minutos.', 'Se não o pediu, ignore este e-mail. Sem o código ninguém pode entrar: não o dê a ninguém.'],
  ar: ['رمز تسجيل الدخول', 'أدخل هذا الرمز في المتصفح الذي طلبته منه. صلاحيته %n دقائق.', 'إذا لم تطلبه فتجاهل هذه الرسالة. لا يمكن لأحد تسجيل الدخول من دون الرمز، فلا تعطه لأحد.'],
}

/** The mail that carries a code, in the person's language or English. The code has its own line. */
export function codeMail(lang: string, code: string, minutes: number) {
  const [subject, use, notYou] = words[lang] ?? words.en!
  const text = [code, use.replace('%n', String(minutes)), notYou, 'Renban'].join('\n\n')
  return { subject: `${code} · ${subject}`, text: `${text}\n` }
}
