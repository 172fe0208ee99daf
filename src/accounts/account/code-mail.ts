import type { CodePurpose } from './account.shared.ts'

/** The texts of a purpose: the subject, and the advice to a person who did not request the code. */
type Purpose = readonly [subject: string, notYou: string]
/** The texts of a language; `use` explains the code, with `%n` for its minutes. */
type Words = Record<CodePurpose, Purpose> & { use: string }

// oxfmt-ignore
const words: Record<string, Words> = {
  en: {
    use: 'Enter this code in the browser where you asked for it. It is valid for %n minutes.',
    sign_in: ['Your sign-in code', 'If you did not ask for it, ignore this mail. Nobody can sign in without the code: give it to no one.'],
    bank: ['Your code for your bank account', 'If you did not ask for it, ignore this mail. Without the code no bank account can be registered: give it to no one.'],
    email: ['Your code for a new e-mail address', 'If you did not ask for it, ignore this mail. Without the code no account takes this address: give it to no one.'],
  },
  ja: {
    use: 'コードを請求したブラウザーで入力してください。有効期限は%n分です。',
    sign_in: ['ログインコード', 'お心当たりがない場合は、このメールを破棄してください。コードがなければ誰もログインできません。コードは誰にも教えないでください。'],
    bank: ['振込先口座の確認コード', 'お心当たりがない場合は、このメールを破棄してください。コードがなければ口座は登録されません。コードは誰にも教えないでください。'],
    email: ['メールアドレス変更の確認コード', 'お心当たりがない場合は、このメールを破棄してください。コードがなければこのアドレスは登録されません。コードは誰にも教えないでください。'],
  },
  ko: {
    use: '코드를 요청한 브라우저에 입력해 주세요. %n분 동안 유효합니다.',
    sign_in: ['로그인 코드', '요청하지 않으셨다면 이 메일을 무시해 주세요. 코드가 없으면 아무도 로그인할 수 없으니 누구에게도 알려 주지 마세요.'],
    bank: ['은행 계좌 확인 코드', '요청하지 않으셨다면 이 메일을 무시해 주세요. 코드가 없으면 계좌가 등록되지 않으니 누구에게도 알려 주지 마세요.'],
    email: ['이메일 주소 변경 확인 코드', '요청하지 않으셨다면 이 메일을 무시해 주세요. 코드가 없으면 이 주소는 등록되지 않으니 누구에게도 알려 주지 마세요.'],
  },
  'zh-Hans': {
    use: '请在申请验证码的浏览器中输入。%n 分钟内有效。',
    sign_in: ['登录验证码', '如果不是您本人申请的，请忽略此邮件。没有验证码，任何人都无法登录；请勿告诉他人。'],
    bank: ['银行账户验证码', '如果不是您本人申请的，请忽略此邮件。没有验证码，任何人都无法登记银行账户；请勿告诉他人。'],
    email: ['更改邮箱验证码', '如果不是您本人申请的，请忽略此邮件。没有验证码，任何人都无法使用此邮箱；请勿告诉他人。'],
  },
  'zh-Hant': {
    use: '請在申請驗證碼的瀏覽器中輸入。%n 分鐘內有效。',
    sign_in: ['登入驗證碼', '如果不是您本人申請的，請忽略此郵件。沒有驗證碼，任何人都無法登入；請勿告訴他人。'],
    bank: ['銀行帳戶驗證碼', '如果不是您本人申請的，請忽略此郵件。沒有驗證碼，任何人都無法登記銀行帳戶；請勿告訴他人。'],
    email: ['變更電子郵件驗證碼', '如果不是您本人申請的，請忽略此郵件。沒有驗證碼，任何人都無法使用此信箱；請勿告訴他人。'],
  },
  de: {
    use: 'Geben Sie diesen Code in dem Browser ein, in dem Sie ihn angefordert haben. Er gilt %n Minuten.',
    sign_in: ['Ihr Anmeldecode', 'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Mail. Ohne den Code kann sich niemand anmelden: Geben Sie ihn nicht weiter.'],
    bank: ['Ihr Code für Ihr Bankkonto', 'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Mail. Ohne den Code kann niemand ein Bankkonto eintragen: Geben Sie ihn nicht weiter.'],
    email: ['Ihr Code für die neue E-Mail-Adresse', 'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Mail. Ohne den Code wird diese Adresse nicht übernommen: Geben Sie ihn nicht weiter.'],
  },
  es: {
    use: 'Introduce este código en el navegador donde lo pediste. Es válido durante %n minutos.',
    sign_in: ['Tu código de acceso', 'Si no lo has pedido tú, ignora este correo. Sin el código nadie puede entrar: no se lo des a nadie.'],
    bank: ['Tu código para tu cuenta bancaria', 'Si no lo has pedido tú, ignora este correo. Sin el código nadie puede registrar una cuenta bancaria: no se lo des a nadie.'],
    email: ['Tu código para la nueva dirección de correo', 'Si no lo has pedido tú, ignora este correo. Sin el código nadie puede usar esta dirección: no se lo des a nadie.'],
  },
  fr: {
    use: 'Saisissez ce code dans le navigateur où vous l’avez demandé. Il est valable %n minutes.',
    sign_in: ['Votre code de connexion', 'Si vous ne l’avez pas demandé, ignorez ce message. Sans ce code, personne ne peut se connecter : ne le donnez à personne.'],
    bank: ['Votre code pour votre compte bancaire', 'Si vous ne l’avez pas demandé, ignorez ce message. Sans ce code, personne ne peut enregistrer de compte bancaire : ne le donnez à personne.'],
    email: ['Votre code pour la nouvelle adresse e-mail', 'Si vous ne l’avez pas demandé, ignorez ce message. Sans ce code, personne ne peut utiliser cette adresse : ne le donnez à personne.'],
  },
  pt: {
    use: 'Introduza este código no navegador onde o pediu. É válido durante %n minutos.',
    sign_in: ['O seu código de acesso', 'Se não o pediu, ignore este e-mail. Sem o código ninguém pode entrar: não o dê a ninguém.'],
    bank: ['O seu código para a conta bancária', 'Se não o pediu, ignore este e-mail. Sem o código ninguém pode registar uma conta bancária: não o dê a ninguém.'],
    email: ['O seu código para o novo endereço de e-mail', 'Se não o pediu, ignore este e-mail. Sem o código ninguém pode usar este endereço: não o dê a ninguém.'],
  },
  ar: {
    use: 'أدخل هذا الرمز في المتصفح الذي طلبته منه. صلاحيته %n دقائق.',
    sign_in: ['رمز تسجيل الدخول', 'إذا لم تطلبه فتجاهل هذه الرسالة. لا يمكن لأحد تسجيل الدخول من دون الرمز، فلا تعطه لأحد.'],
    bank: ['رمز حسابك المصرفي', 'إذا لم تطلبه فتجاهل هذه الرسالة. لا يمكن لأحد تسجيل حساب مصرفي من دون الرمز، فلا تعطه لأحد.'],
    email: ['رمز عنوان بريدك الإلكتروني الجديد', 'إذا لم تطلبه فتجاهل هذه الرسالة. لا يمكن لأحد استخدام هذا العنوان من دون الرمز، فلا تعطه لأحد.'],
  },
}

/** Writes the mail with a code, in the person's language or English. The code has its own line. */
export function codeMail(
  lang: string,
  { purpose, code, minutes }: { purpose: CodePurpose; code: string; minutes: number },
) {
  const texts = words[lang] ?? words.en!
  const [subject, notYou] = texts[purpose]
  const text = [code, texts.use.replace('%n', String(minutes)), notYou, 'Renban'].join('\n\n')
  return { subject: `${code} · ${subject}`, text: `${text}\n` }
}
