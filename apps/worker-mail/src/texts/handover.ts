import type { Language } from '@tradepost/contracts/values/language';

/** The translations of the mails about the handover of a company. */
export const handoverTexts: Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>> = {
  de: {
    'Your code to hand over {{companyName}}': 'Ihr Code für die Übergabe von {{companyName}}',
    'Enter it to name the next owner.': 'Geben Sie ihn ein, um den nächsten Inhaber zu benennen.',
    'Hand over {{companyName}}': '{{companyName}} übergeben',
    'Enter this code to hand {{companyName}} over to another owner. Who takes it over gets your sign-in, and you lose it.':
      'Geben Sie diesen Code ein, um {{companyName}} an einen anderen Inhaber zu übergeben. Wer das Unternehmen übernimmt, bekommt Ihre Anmeldung, und Sie verlieren sie.',
    'If you did not request this, someone is signed in as you: change your password and end your other sessions.':
      'Wenn Sie das nicht angefordert haben, ist jemand mit Ihrem Konto angemeldet: Ändern Sie Ihr Passwort und beenden Sie Ihre anderen Sitzungen.',
    '{{handover stage}}': '{{handover stage}}',
    '{{companyName}}, {{time at}}, address {{ip}}': '{{companyName}}, {{time at}}, Adresse {{ip}}',
    '{{companyName}}: {{handover stage}}. {{by}} did this from the address {{ip}} on {{time at}}. The new owner is, or was to be, {{toEmail}}.':
      '{{companyName}}: {{handover stage}}. Das hat {{by}} am {{time at}} von der Adresse {{ip}} getan. Der neue Inhaber ist {{toEmail}}, oder sollte es werden.',
    'If you are the owner and did not want this, stop the handover, change your password, and end your other sessions: someone may be signed in as you.':
      'Wenn Sie der Inhaber sind und das nicht wollten, halten Sie die Übergabe an, ändern Sie Ihr Passwort und beenden Sie Ihre anderen Sitzungen: Jemand kann mit Ihrem Konto angemeldet sein.',
    'See the members': 'Mitglieder ansehen',
    '{{companyName}} has another owner now': '{{companyName}} hat jetzt einen anderen Inhaber',
    'Your sign-in has passed to {{toEmail}}.': 'Ihre Anmeldung ist auf {{toEmail}} übergegangen.',
    '{{companyName}} has another owner': '{{companyName}} hat einen anderen Inhaber',
    '{{toEmail}} took over {{companyName}} from the address {{ip}} on {{time at}}. Your password, passkeys, sessions and API keys no longer work there, and mail for your account goes to the new owner.':
      '{{toEmail}} hat {{companyName}} am {{time at}} von der Adresse {{ip}} übernommen. Ihr Passwort, Ihre Passkeys, Sitzungen und API-Schlüssel funktionieren dort nicht mehr, und E-Mails für Ihr Konto gehen an den neuen Inhaber.',
    'If you did not hand the company over, inform your contact at Tradepost at once.':
      'Wenn Sie das Unternehmen nicht übergeben haben, informieren Sie sofort Ihren Ansprechpartner bei Tradepost.',
    'A company is handed over to you or by you': 'Ein Unternehmen wird an Sie oder von Ihnen übergeben',
    'The handover of a company was stopped': 'Die Übergabe eines Unternehmens wurde angehalten',
    'A company was handed over': 'Ein Unternehmen wurde übergeben',
  },
  fr: {
    'Your code to hand over {{companyName}}': 'Votre code pour transmettre {{companyName}}',
    'Enter it to name the next owner.': 'Saisissez-le pour désigner le prochain propriétaire.',
    'Hand over {{companyName}}': 'Transmettre {{companyName}}',
    'Enter this code to hand {{companyName}} over to another owner. Who takes it over gets your sign-in, and you lose it.':
      'Saisissez ce code pour transmettre {{companyName}} à un autre propriétaire. Celui qui la reprend reçoit votre accès, et vous le perdez.',
    'If you did not request this, someone is signed in as you: change your password and end your other sessions.':
      'Si vous n’avez pas demandé cela, quelqu’un est connecté à votre place : changez votre mot de passe et mettez fin à vos autres sessions.',
    '{{handover stage}}': '{{handover stage}}',
    '{{companyName}}, {{time at}}, address {{ip}}': '{{companyName}}, {{time at}}, adresse {{ip}}',
    '{{companyName}}: {{handover stage}}. {{by}} did this from the address {{ip}} on {{time at}}. The new owner is, or was to be, {{toEmail}}.':
      '{{companyName}} : {{handover stage}}. {{by}} a fait cela depuis l’adresse {{ip}} le {{time at}}. Le nouveau propriétaire est, ou devait être, {{toEmail}}.',
    'If you are the owner and did not want this, stop the handover, change your password, and end your other sessions: someone may be signed in as you.':
      'Si vous êtes le propriétaire et ne vouliez pas cela, arrêtez la transmission, changez votre mot de passe et mettez fin à vos autres sessions : quelqu’un est peut-être connecté à votre place.',
    'See the members': 'Voir les membres',
    '{{companyName}} has another owner now': '{{companyName}} a maintenant un autre propriétaire',
    'Your sign-in has passed to {{toEmail}}.': 'Votre accès est passé à {{toEmail}}.',
    '{{companyName}} has another owner': '{{companyName}} a un autre propriétaire',
    '{{toEmail}} took over {{companyName}} from the address {{ip}} on {{time at}}. Your password, passkeys, sessions and API keys no longer work there, and mail for your account goes to the new owner.':
      '{{toEmail}} a repris {{companyName}} depuis l’adresse {{ip}} le {{time at}}. Votre mot de passe, vos clés d’accès, vos sessions et vos clés d’API n’y fonctionnent plus, et les e-mails de votre compte vont au nouveau propriétaire.',
    'If you did not hand the company over, inform your contact at Tradepost at once.':
      'Si vous n’avez pas transmis l’entreprise, informez immédiatement votre contact chez Tradepost.',
    'A company is handed over to you or by you': 'Une entreprise est transmise à vous ou par vous',
    'The handover of a company was stopped': 'La transmission d’une entreprise a été arrêtée',
    'A company was handed over': 'Une entreprise a été transmise',
  },
  es: {
    'Your code to hand over {{companyName}}': 'Su código para traspasar {{companyName}}',
    'Enter it to name the next owner.': 'Introdúzcalo para nombrar al próximo propietario.',
    'Hand over {{companyName}}': 'Traspasar {{companyName}}',
    'Enter this code to hand {{companyName}} over to another owner. Who takes it over gets your sign-in, and you lose it.':
      'Introduzca este código para traspasar {{companyName}} a otro propietario. Quien la asuma recibe su acceso, y usted lo pierde.',
    'If you did not request this, someone is signed in as you: change your password and end your other sessions.':
      'Si no lo ha solicitado, alguien ha iniciado sesión como usted: cambie su contraseña y cierre sus otras sesiones.',
    '{{handover stage}}': '{{handover stage}}',
    '{{companyName}}, {{time at}}, address {{ip}}': '{{companyName}}, {{time at}}, dirección {{ip}}',
    '{{companyName}}: {{handover stage}}. {{by}} did this from the address {{ip}} on {{time at}}. The new owner is, or was to be, {{toEmail}}.':
      '{{companyName}}: {{handover stage}}. {{by}} lo hizo desde la dirección {{ip}} el {{time at}}. El nuevo propietario es, o iba a ser, {{toEmail}}.',
    'If you are the owner and did not want this, stop the handover, change your password, and end your other sessions: someone may be signed in as you.':
      'Si es el propietario y no quería esto, detenga el traspaso, cambie su contraseña y cierre sus otras sesiones: alguien puede haber iniciado sesión como usted.',
    'See the members': 'Ver los miembros',
    '{{companyName}} has another owner now': '{{companyName}} tiene ahora otro propietario',
    'Your sign-in has passed to {{toEmail}}.': 'Su acceso ha pasado a {{toEmail}}.',
    '{{companyName}} has another owner': '{{companyName}} tiene otro propietario',
    '{{toEmail}} took over {{companyName}} from the address {{ip}} on {{time at}}. Your password, passkeys, sessions and API keys no longer work there, and mail for your account goes to the new owner.':
      '{{toEmail}} asumió {{companyName}} desde la dirección {{ip}} el {{time at}}. Su contraseña, llaves de acceso, sesiones y claves de API ya no funcionan allí, y el correo de su cuenta llega al nuevo propietario.',
    'If you did not hand the company over, inform your contact at Tradepost at once.':
      'Si no ha traspasado la empresa, informe de inmediato a su contacto en Tradepost.',
    'A company is handed over to you or by you': 'Se le traspasa una empresa, o usted la traspasa',
    'The handover of a company was stopped': 'Se detuvo el traspaso de una empresa',
    'A company was handed over': 'Se traspasó una empresa',
  },
  ro: {
    'Your code to hand over {{companyName}}': 'Codul dvs. pentru predarea companiei {{companyName}}',
    'Enter it to name the next owner.': 'Introduceți-l pentru a numi următorul proprietar.',
    'Hand over {{companyName}}': 'Predați {{companyName}}',
    'Enter this code to hand {{companyName}} over to another owner. Who takes it over gets your sign-in, and you lose it.':
      'Introduceți acest cod pentru a preda {{companyName}} altui proprietar. Cine o preia primește autentificarea dvs., iar dvs. o pierdeți.',
    'If you did not request this, someone is signed in as you: change your password and end your other sessions.':
      'Dacă nu ați cerut acest lucru, cineva este conectat în numele dvs.: schimbați parola și încheiați celelalte sesiuni.',
    '{{handover stage}}': '{{handover stage}}',
    '{{companyName}}, {{time at}}, address {{ip}}': '{{companyName}}, {{time at}}, adresa {{ip}}',
    '{{companyName}}: {{handover stage}}. {{by}} did this from the address {{ip}} on {{time at}}. The new owner is, or was to be, {{toEmail}}.':
      '{{companyName}}: {{handover stage}}. {{by}} a făcut acest lucru de la adresa {{ip}} la {{time at}}. Noul proprietar este, sau urma să fie, {{toEmail}}.',
    'If you are the owner and did not want this, stop the handover, change your password, and end your other sessions: someone may be signed in as you.':
      'Dacă sunteți proprietarul și nu ați dorit acest lucru, opriți predarea, schimbați parola și încheiați celelalte sesiuni: cineva poate fi conectat în numele dvs.',
    'See the members': 'Vedeți membrii',
    '{{companyName}} has another owner now': '{{companyName}} are acum alt proprietar',
    'Your sign-in has passed to {{toEmail}}.': 'Autentificarea dvs. a trecut la {{toEmail}}.',
    '{{companyName}} has another owner': '{{companyName}} are alt proprietar',
    '{{toEmail}} took over {{companyName}} from the address {{ip}} on {{time at}}. Your password, passkeys, sessions and API keys no longer work there, and mail for your account goes to the new owner.':
      '{{toEmail}} a preluat {{companyName}} de la adresa {{ip}} la {{time at}}. Parola, cheile de acces, sesiunile și cheile API ale dvs. nu mai funcționează acolo, iar e-mailurile contului dvs. ajung la noul proprietar.',
    'If you did not hand the company over, inform your contact at Tradepost at once.':
      'Dacă nu ați predat compania, informați imediat persoana dvs. de contact la Tradepost.',
    'A company is handed over to you or by you': 'O companie este predată dvs. sau de dvs.',
    'The handover of a company was stopped': 'Predarea unei companii a fost oprită',
    'A company was handed over': 'O companie a fost predată',
  },
  ar: {
    'Your code to hand over {{companyName}}': 'رمزكم لنقل ملكية {{companyName}}',
    'Enter it to name the next owner.': 'أدخلوه لتسمية المالك التالي.',
    'Hand over {{companyName}}': 'نقل ملكية {{companyName}}',
    'Enter this code to hand {{companyName}} over to another owner. Who takes it over gets your sign-in, and you lose it.':
      'أدخلوا هذا الرمز لنقل ملكية {{companyName}} إلى مالك آخر. من يتولاها يحصل على تسجيل دخولكم، وتفقدونه أنتم.',
    'If you did not request this, someone is signed in as you: change your password and end your other sessions.':
      'إذا لم تطلبوا ذلك، فهناك من سجل الدخول باسمكم: غيّروا كلمة المرور وأنهوا جلساتكم الأخرى.',
    '{{handover stage}}': '{{handover stage}}',
    '{{companyName}}, {{time at}}, address {{ip}}': '{{companyName}}، {{time at}}، العنوان {{ip}}',
    '{{companyName}}: {{handover stage}}. {{by}} did this from the address {{ip}} on {{time at}}. The new owner is, or was to be, {{toEmail}}.':
      '{{companyName}}: {{handover stage}}. فعل {{by}} ذلك من العنوان {{ip}} في {{time at}}. المالك الجديد هو {{toEmail}}، أو كان سيصبح كذلك.',
    'If you are the owner and did not want this, stop the handover, change your password, and end your other sessions: someone may be signed in as you.':
      'إذا كنتم المالك ولم تريدوا ذلك، فأوقفوا نقل الملكية وغيّروا كلمة المرور وأنهوا جلساتكم الأخرى: فقد يكون هناك من سجل الدخول باسمكم.',
    'See the members': 'عرض الأعضاء',
    '{{companyName}} has another owner now': 'أصبح لـ {{companyName}} الآن مالك آخر',
    'Your sign-in has passed to {{toEmail}}.': 'انتقل تسجيل دخولكم إلى {{toEmail}}.',
    '{{companyName}} has another owner': 'لـ {{companyName}} مالك آخر',
    '{{toEmail}} took over {{companyName}} from the address {{ip}} on {{time at}}. Your password, passkeys, sessions and API keys no longer work there, and mail for your account goes to the new owner.':
      'تولى {{toEmail}} ملكية {{companyName}} من العنوان {{ip}} في {{time at}}. لم تعد كلمة مروركم ومفاتيح المرور والجلسات ومفاتيح API تعمل هناك، وتصل رسائل حسابكم إلى المالك الجديد.',
    'If you did not hand the company over, inform your contact at Tradepost at once.':
      'إذا لم تنقلوا ملكية الشركة، فأبلغوا جهة اتصالكم في Tradepost فورًا.',
    'A company is handed over to you or by you': 'تُنقل ملكية شركة إليكم أو منكم',
    'The handover of a company was stopped': 'أُوقف نقل ملكية شركة',
    'A company was handed over': 'نُقلت ملكية شركة',
  },
};
