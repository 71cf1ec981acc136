import { keys } from './keys/es';

export const es: Record<string, string> = {
  ...keys,
  'Your Tradepost verification code': 'Su código de verificación de Tradepost',
  'Confirm your email to finish signing up.': 'Confirme su correo para terminar de crear la cuenta.',
  'Confirm your email': 'Confirme su correo',
  'Hello,': 'Hola:',
  'Someone signed up to Tradepost with this address on {{time at}}, from {{knownDevice agent}}, address {{ip}}.':
    'Alguien creó una cuenta en Tradepost con esta dirección el {{time at}}, desde {{knownDevice agent}}, dirección {{ip}}.',
  'If this was you, enter this code where you signed up, or use the link below.':
    'Si fue usted, introduzca este código donde creó la cuenta o use el enlace de abajo.',
  'The code works once and is valid for 10 minutes. Tradepost staff will never ask you for it.':
    'El código sirve una vez y es válido durante 10 minutos. El personal de Tradepost nunca se lo pedirá.',
  'If this was not you, you can ignore this mail. Nothing happens unless someone uses the code or the link.':
    'Si no fue usted, puede ignorar este correo. No ocurre nada si nadie usa el código o el enlace.',
  'You get this mail because someone signed up to Tradepost with this address.':
    'Recibe este correo porque alguien creó una cuenta en Tradepost con esta dirección.',
  'Verify my email': 'Verificar mi correo',
  'Your Tradepost password reset code': 'Su código para restablecer la contraseña de Tradepost',
  'Enter it to choose a new password.': 'Introdúzcalo para elegir una contraseña nueva.',
  'Choose a new password': 'Elija una contraseña nueva',
  'Hello {{firstName}},': 'Hola, {{firstName}}:',
  'Enter this code to reset your password.': 'Introduzca este código para restablecer su contraseña.',
  'If you did not request this, you can ignore this mail. Your password stays the same.':
    'Si no lo ha pedido, puede ignorar este correo. Su contraseña sigue siendo la misma.',
  'You get this mail because someone asked to reset the password of this address on Tradepost.':
    'Recibe este correo porque alguien pidió restablecer la contraseña de esta dirección en Tradepost.',
  'You already have a Tradepost account': 'Ya tiene una cuenta de Tradepost',
  'Sign in, or reset your password.': 'Inicie sesión o restablezca su contraseña.',
  'You already have an account': 'Ya tiene una cuenta',
  'Someone signed up with this email address on {{time at}}, from {{knownDevice agent}}, address {{ip}}.':
    'Alguien intentó crear una cuenta con esta dirección el {{time at}}, desde {{knownDevice agent}}, dirección {{ip}}.',
  'It already has an account. If this was you, you can sign in.':
    'Ya tiene una cuenta. Si fue usted, puede iniciar sesión.',
  'If this was not you, you can ignore this mail. Nothing has changed.':
    'Si no fue usted, puede ignorar este correo. No ha cambiado nada.',
  'Sign in': 'Iniciar sesión',
  'Forgot your password? Reset it': '¿Olvidó la contraseña? Restablézcala',
  'Your Tradepost password was changed': 'Su contraseña de Tradepost se cambió',
  'Your other devices were signed out.': 'Se cerró la sesión en sus demás dispositivos.',
  'Your password was changed': 'Su contraseña se cambió',
  'The password of your account was just changed, and your other devices were signed out.':
    'La contraseña de su cuenta se acaba de cambiar y se cerró la sesión en sus demás dispositivos.',
  'If this was you, ignore this mail. If not, reset your password now, remove the passkeys that you do not know, and inform your contact at Tradepost.':
    'Si fue usted, ignore este correo. Si no, restablezca su contraseña ahora, elimine las llaves de acceso que no conozca e informe a su contacto en Tradepost.',
  'You get this mail because this address belongs to a Tradepost account. Security emails are always sent.':
    'Recibe este correo porque esta dirección pertenece a una cuenta de Tradepost. Los correos de seguridad se envían siempre.',
  'This was not me': 'No fui yo',
  'New sign-in to your Tradepost account': 'Nuevo inicio de sesión en su cuenta de Tradepost',
  '{{device agent}}, {{time at}}': '{{device agent}}, {{time at}}',
  'A sign-in from a new device': 'Un inicio de sesión desde un dispositivo nuevo',
  'Someone signed in to your account from a new device:':
    'Alguien inició sesión en su cuenta desde un dispositivo nuevo:',
  '{{device agent}}, address {{ip}}, on {{time at}}.': '{{device agent}}, dirección {{ip}}, el {{time at}}.',
  'If this was you, ignore this mail. If not, end this session and change your password.':
    'Si fue usted, ignore este correo. Si no, cierre esta sesión y cambie su contraseña.',
  'See my sessions': 'Ver mis sesiones',
  'A new API key: {{name}}': 'Una clave de API nueva: {{name}}',
  'Programs can use it to act for your company.': 'Los programas pueden usarla para actuar en nombre de su empresa.',
  'A new API key': 'Una clave de API nueva',
  '{{#if by}}{{by}}, a co-owner of your company, created the API key "{{name}}" from the address {{ip}} on {{time at}}. It expires on {{time expiresAt}}.{{else}}The API key "{{name}}" was created in your account from the address {{ip}} on {{time at}}. It expires on {{time expiresAt}}.{{/if}}':
    '{{#if by}}{{by}}, copropietario de su empresa, creó la clave de API «{{name}}» desde la dirección {{ip}} el {{time at}}. Caduca el {{time expiresAt}}.{{else}}La clave de API «{{name}}» se creó en su cuenta desde la dirección {{ip}} el {{time at}}. Caduca el {{time expiresAt}}.{{/if}}',
  '{{#if mayAcceptWithoutCode}}{{#if by}}It may accept requests without a code.{{else}}You explicitly authorised it to accept requests without a code.{{/if}}{{/if}}':
    '{{#if mayAcceptWithoutCode}}{{#if by}}Puede aceptar solicitudes sin código.{{else}}Usted la autorizó expresamente a aceptar solicitudes sin código.{{/if}}{{/if}}',
  '{{#if opensSealed}}It has a key for encrypted files: programs that use it can open your end-to-end encrypted files.{{/if}}':
    '{{#if opensSealed}}Tiene una clave para archivos cifrados: los programas que la usan pueden abrir sus archivos cifrados de extremo a extremo.{{/if}}',
  'Anyone who has this key can do the following for your company:':
    'Quien tenga esta clave puede hacer lo siguiente en nombre de su empresa:',
  '{{#if by}}If you did not expect this, revoke the key at once.{{else}}If this was not you, revoke the key at once and change your password.{{/if}}':
    '{{#if by}}Si no lo esperaba, revoque la clave de inmediato.{{else}}Si no fue usted, revoque la clave de inmediato y cambie su contraseña.{{/if}}',
  'See my keys': 'Ver mis claves',
  'Your API key {{name}} expires soon': 'Su clave de API {{name}} caduca pronto',
  'It expires on {{time expiresAt}}.': 'Caduca el {{time expiresAt}}.',
  'An API key expires soon': 'Una clave de API caduca pronto',
  'The API key "{{name}}" expires on {{time expiresAt}}. After that, programs that use it are rejected.':
    'La clave de API «{{name}}» caduca el {{time expiresAt}}. Después, los programas que la usan se rechazan.',
  '{{#if lastUsedAt}}It was last used on {{time lastUsedAt}}.{{else}}It was never used.{{/if}}':
    '{{#if lastUsedAt}}Se usó por última vez el {{time lastUsedAt}}.{{else}}Nunca se ha usado.{{/if}}',
  'If you still need it, create a new key, use it in your programs, and revoke this one.':
    'Si aún la necesita, cree una clave nueva, úsela en sus programas y revoque esta.',
  'Your account will be deleted': 'Su cuenta se eliminará',
  'You can still cancel this.': 'Aún puede cancelarlo.',
  'You asked us to delete your account. It will be deleted on {{time deletionAt}} with your folders and files. Your partnerships and open transfers end at that time.':
    'Nos pidió eliminar su cuenta. Se eliminará el {{time deletionAt}} con sus carpetas y archivos. Sus colaboraciones y transferencias abiertas terminan en ese momento.',
  'Until then, you can use your account normally and cancel the deletion at any time.':
    'Hasta entonces puede usar su cuenta con normalidad y cancelar la eliminación en cualquier momento.',
  'If you did not ask for this, sign in, keep the account and change your password.':
    'Si no lo pidió, inicie sesión, conserve la cuenta y cambie su contraseña.',
  'Keep my account': 'Conservar mi cuenta',
  'Your account was deleted': 'Su cuenta se eliminó',
  'As you asked.': 'Como usted pidió.',
  'Your account, your folders and your files were deleted, as you asked.':
    'Su cuenta, sus carpetas y sus archivos se eliminaron, como usted pidió.',
  'We store only what the law requires, such as a submitted business registration and the log of deliveries, for the legal period and for no other purpose.':
    'Solo conservamos lo que exige la ley, como un registro de empresa presentado y el registro de entregas, durante el plazo legal y para ningún otro fin.',
  'Welcome to Tradepost, {{firstName}}': 'Bienvenido a Tradepost, {{firstName}}',
  '{{companyName}} is set up.': '{{companyName}} está configurada.',
  'Welcome, {{firstName}}': 'Bienvenido, {{firstName}}',
  '{{companyName}} is set up on Tradepost.': '{{companyName}} está configurada en Tradepost.',
  '{{#if isSender}}Next, complete your business registration. Then create a folder, invite your partners, and deliver your first data.{{else}}Next, open your invitations. After you accept one, you can see the folders delivered to you and request the files you need.{{/if}}':
    '{{#if isSender}}A continuación, complete su registro de empresa. Después cree una carpeta, invite a sus socios y entregue sus primeros datos.{{else}}A continuación, abra sus invitaciones. Después de aceptar una, puede ver las carpetas que se le entregan y solicitar los archivos que necesita.{{/if}}',
  'You get this mail, once, because you set up {{companyName}} on Tradepost.':
    'Recibe este correo, una sola vez, porque configuró {{companyName}} en Tradepost.',
  'Open Tradepost': 'Abrir Tradepost',
  'Your business registration: {{state status}}': 'Su registro de empresa: {{state status}}',
  'It has been reviewed.': 'Se ha revisado.',
  'Your business registration': 'Su registro de empresa',
  'Your business registration has been reviewed. Its status is now: {{state status}}.':
    'Su registro de empresa se ha revisado. Su estado es ahora: {{state status}}.',
  '{{#if reason}}The reviewer says: {{reason}}{{/if}}': '{{#if reason}}La revisión indica: {{reason}}{{/if}}',
  'You get this mail because you submitted a business registration on Tradepost. Decisions about it are always sent.':
    'Recibe este correo porque presentó un registro de empresa en Tradepost. Las decisiones sobre él se envían siempre.',
  'Open the registration': 'Abrir el registro',
  'Please confirm your business registration': 'Confirme su registro de empresa',
  'The next review is due soon.': 'La próxima revisión se acerca.',
  'Is your registration still correct?': '¿Su registro sigue siendo correcto?',
  'Your business registration was approved some time ago. The next review is due by {{time reverifyAt}}. Please open the registration, replace expired documents, and submit it again.':
    'Su registro de empresa se aprobó hace algún tiempo. La próxima revisión debe hacerse antes del {{time reverifyAt}}. Abra el registro, sustituya los documentos caducados y preséntelo de nuevo.',
  'You can use Tradepost normally during the review.': 'Puede usar Tradepost con normalidad durante la revisión.',
  'You get this mail because you submitted a business registration on Tradepost. Mails about it are always sent.':
    'Recibe este correo porque presentó un registro de empresa en Tradepost. Los correos sobre él se envían siempre.',
  'A webhook was switched off': 'Se desactivó un webhook',
  'Deliveries to {{host}} failed for days.': 'Las entregas a {{host}} fallaron durante días.',
  'Deliveries to {{host}} have failed since {{time since}}, so the webhook was switched off.':
    'Las entregas a {{host}} fallan desde el {{time since}}, así que el webhook se desactivó.',
  'When the receiver works again, switch the webhook on and send the failed deliveries again.':
    'Cuando el receptor vuelva a funcionar, active el webhook y envíe de nuevo las entregas fallidas.',
  'You get this mail because your company has a webhook on Tradepost. Mails about failures are always sent.':
    'Recibe este correo porque su empresa tiene un webhook en Tradepost. Los correos sobre fallos se envían siempre.',
  'See the webhook': 'Ver el webhook',
  '{{inviterEmail}} invites you to exchange data': '{{inviterEmail}} le invita a intercambiar datos',
  'Accept to see the folders delivered to you.': 'Acepte para ver las carpetas que se le entregan.',
  'You are invited': 'Tiene una invitación',
  '{{inviterEmail}} would like to share data with you on Tradepost.':
    '{{inviterEmail}} quiere compartir datos con usted en Tradepost.',
  'Accept the invitation to see which company invites you, and the folders delivered to you.':
    'Acepte la invitación para ver qué empresa le invita y las carpetas que se le entregan.',
  'If you do not know this address, you can ignore this mail.':
    'Si no conoce esta dirección, puede ignorar este correo.',
  'You get this mail because {{inviterEmail}} entered this address on Tradepost.':
    'Recibe este correo porque {{inviterEmail}} introdujo esta dirección en Tradepost.',
  'Open the invitation': 'Abrir la invitación',
  '{{inviterEmail}} invites you to join a company': '{{inviterEmail}} le invita a unirse a una empresa',
  'Accept to see the data of the company.': 'Acepte para ver los datos de la empresa.',
  'You are invited to join a company': 'Tiene una invitación para unirse a una empresa',
  '{{inviterEmail}} would like you to see the data of their company on Tradepost.':
    '{{inviterEmail}} quiere que vea los datos de su empresa en Tradepost.',
  'Sign in with this address to see which company invites you. The invitation is valid until {{time expiresAt}}.':
    'Inicie sesión con esta dirección para ver qué empresa le invita. La invitación es válida hasta el {{time expiresAt}}.',
  '{{partnerEmail}} accepted your invitation': '{{partnerEmail}} aceptó su invitación',
  'You can now deliver folders to this partner.': 'Ya puede entregar carpetas a este socio.',
  'Invitation accepted': 'Invitación aceptada',
  '{{partnerEmail}} accepted the invitation from {{companyName}}. You can now deliver folders to this partner.':
    '{{partnerEmail}} aceptó la invitación de {{companyName}}. Ya puede entregar carpetas a este socio.',
  'You get this mail because you manage {{companyName}} on Tradepost.':
    'Recibe este correo porque gestiona {{companyName}} en Tradepost.',
  '{{partnerName}} ended your partnership': '{{partnerName}} terminó su colaboración',
  'Access to shared folders has ended.': 'El acceso a las carpetas compartidas ha terminado.',
  'A partnership has ended': 'Una colaboración ha terminado',
  '{{partnerName}} ended the partnership with {{companyName}} on Tradepost. You can no longer access each other’s folders.':
    '{{partnerName}} terminó la colaboración con {{companyName}} en Tradepost. Ya no pueden acceder a las carpetas del otro.',
  'If you did not expect this, ask your partner.': 'Si no lo esperaba, pregunte a su socio.',
  'You get this mail because {{partnerName}} was your partner on Tradepost.':
    'Recibe este correo porque {{partnerName}} era su socio en Tradepost.',
  '{{#if companyName}}{{companyName}} delivered "{{folderName}}" to you{{else}}{{senderEmail}} delivered a folder to you{{/if}}':
    '{{#if companyName}}{{companyName}} le entregó «{{folderName}}»{{else}}{{senderEmail}} le entregó una carpeta{{/if}}',
  'Browse it and request the files you need.': 'Explórela y solicite los archivos que necesita.',
  'A folder was delivered to you': 'Se le entregó una carpeta',
  '{{#if companyName}}{{companyName}} delivered the folder "{{folderName}}" to you.{{else}}{{senderEmail}} delivered a folder to you on Tradepost.{{/if}} Browse it and request the files you need.':
    '{{#if companyName}}{{companyName}} le entregó la carpeta «{{folderName}}».{{else}}{{senderEmail}} le entregó una carpeta en Tradepost.{{/if}} Explórela y solicite los archivos que necesita.',
  'You get this mail because a company shares data with this address on Tradepost.':
    'Recibe este correo porque una empresa comparte datos con esta dirección en Tradepost.',
  'See the folder': 'Ver la carpeta',
  '{{receiverEmail}} requests files from you': '{{receiverEmail}} le solicita archivos',
  'Accept or reject the request.': 'Acepte o rechace la solicitud.',
  'A request for your files': 'Una solicitud de sus archivos',
  '{{receiverEmail}} requested these files from {{companyName}}:':
    '{{receiverEmail}} solicitó estos archivos a {{companyName}}:',
  'A request of {{receiverEmail}} needs your approval': 'Una solicitud de {{receiverEmail}} necesita su aprobación',
  'Nobody can accept it without approvals.': 'Nadie puede aceptarla sin aprobaciones.',
  'A request needs your approval': 'Una solicitud necesita su aprobación',
  '{{receiverEmail}} requested these files from {{companyName}}. Before a colleague can accept, others must approve:':
    '{{receiverEmail}} solicitó estos archivos a {{companyName}}. Antes de que un compañero pueda aceptar, otros deben aprobar:',
  'Look at the request': 'Ver la solicitud',
  'The request of {{receiverEmail}} is assigned to you': 'La solicitud de {{receiverEmail}} está asignada a usted',
  '{{by}} assigned it to you.': '{{by}} se la asignó.',
  'A request is assigned to you': 'Una solicitud está asignada a usted',
  '{{by}} assigned this request of {{receiverEmail}} to {{companyName}} to you:':
    '{{by}} le asignó esta solicitud de {{receiverEmail}} a {{companyName}}:',
  'Other people of your company can still answer it.': 'Otras personas de su empresa todavía pueden responderla.',
  'You get this mail because a colleague assigned a request to {{companyName}} to you on Tradepost.':
    'Recibe este correo porque un compañero le asignó una solicitud a {{companyName}} en Tradepost.',
  'A request is assigned to {{email}}, who is away': 'Una solicitud está asignada a {{email}}, que está ausente',
  'You stand in until {{time until}}.': 'Le sustituye hasta el {{time until}}.',
  'You stand in for a colleague': 'Sustituye a un compañero',
  '{{by}} assigned this request of {{receiverEmail}} to {{companyName}} to {{email}}, who is away. You stand in until {{time until}}:':
    '{{by}} asignó esta solicitud de {{receiverEmail}} a {{companyName}} a {{email}}, que está ausente. Le sustituye hasta el {{time until}}:',
  'You get this mail because {{email}} chose you to stand in on Tradepost.':
    'Recibe este correo porque {{email}} le eligió como sustituto en Tradepost.',
  'You get this mail because you approve requests for {{companyName}} on Tradepost.':
    'Recibe este correo porque aprueba solicitudes para {{companyName}} en Tradepost.',
  '{{companyName}} accepted your request': '{{companyName}} aceptó su solicitud',
  'Your request was accepted': 'Su solicitud fue aceptada',
  'Open the transfer': 'Abrir la transferencia',
  'You get this mail because you requested files from {{companyName}} on Tradepost.':
    'Recibe este correo porque solicitó archivos a {{companyName}} en Tradepost.',
  'Accept or reject': 'Aceptar o rechazar',
  '{{companyName}} rejected your request': '{{companyName}} rechazó su solicitud',
  '{{#if reason}}{{reason}}{{else}}No reason was given.{{/if}}':
    '{{#if reason}}{{reason}}{{else}}No se indicó ningún motivo.{{/if}}',
  'Your request was rejected': 'Su solicitud se rechazó',
  '{{companyName}} rejected your request for the files below.':
    '{{companyName}} rechazó su solicitud de los archivos siguientes.',
  '{{#if reason}}Their reason: {{reason}}{{/if}}': '{{#if reason}}Motivo: {{reason}}{{/if}}',
  'You get this mail because {{companyName}} shares data with this address on Tradepost.':
    'Recibe este correo porque {{companyName}} comparte datos con esta dirección en Tradepost.',
  'Your code to accept a file request': 'Su código para aceptar una solicitud de archivos',
  'For the request from {{companyName}}.': 'Para la solicitud de {{companyName}}.',
  'Confirm it is you': 'Confirme que es usted',
  'Enter this code to accept the request from {{companyName}}.':
    'Introduzca este código para aceptar la solicitud de {{companyName}}.',
  'If you are not accepting a request right now, change your password.':
    'Si no está aceptando una solicitud en este momento, cambie su contraseña.',
  'Your files from {{companyName}} are ready': 'Sus archivos de {{companyName}} están listos',
  'Available until {{time expiry}}.': 'Disponibles hasta el {{time expiry}}.',
  'Your files are ready': 'Sus archivos están listos',
  '{{companyName}} accepted your request. You can download these files until {{time expiry}}:':
    '{{companyName}} aceptó su solicitud. Puede descargar estos archivos hasta el {{time expiry}}:',
  'Only you and the sender can open this link, after signing in.':
    'Solo usted y el remitente pueden abrir este enlace, tras iniciar sesión.',
  'Download the files': 'Descargar los archivos',
  'Your files from {{companyName}} expire soon': 'Sus archivos de {{companyName}} caducan pronto',
  'Download them before {{time expiry}}.': 'Descárguelos antes del {{time expiry}}.',
  'Your files expire soon': 'Sus archivos caducan pronto',
  'You have not downloaded these files from {{companyName}} yet. They are available until {{time expiry}}:':
    'Aún no ha descargado estos archivos de {{companyName}}. Están disponibles hasta el {{time expiry}}:',
  '{{receiverEmail}} is downloading your files': '{{receiverEmail}} está descargando sus archivos',
  'The first download of this transfer.': 'La primera descarga de esta transferencia.',
  'Your files are being downloaded': 'Sus archivos se están descargando',
  '{{receiverEmail}} started downloading these files:': '{{receiverEmail}} empezó a descargar estos archivos:',
  'We notify you of the first download of each transfer; see your logs for the rest.':
    'Le avisamos de la primera descarga de cada transferencia; consulte sus registros de actividad para las demás.',
  'You get this mail because your company delivered files to {{receiverEmail}} on Tradepost.':
    'Recibe este correo porque su empresa entregó archivos a {{receiverEmail}} en Tradepost.',
  'See the transfer': 'Ver la transferencia',
  Unsubscribe: 'Cancelar la suscripción',
  'Unknown device': 'Dispositivo desconocido',
  'an unknown device': 'un dispositivo desconocido',
  ' on ': ' en ',
  'and {{count}} more': 'y {{count}} más',
  Terms: 'Condiciones',
  Privacy: 'Privacidad',
  Help: 'Ayuda',
  Status: 'Estado',
  Pending: 'Pendiente',
  Processing: 'En curso',
  Approved: 'Aprobado',
  Rejected: 'Rechazado',
  'Changes requested': 'Cambios solicitados',
  '{{#if added}}A new passkey: {{name}}{{else}}A passkey was removed: {{name}}{{/if}}':
    '{{#if added}}Una nueva llave de acceso: {{name}}{{else}}Se eliminó una llave de acceso: {{name}}{{/if}}',
  '{{#if added}}A new passkey{{else}}A passkey was removed{{/if}}':
    '{{#if added}}Una nueva llave de acceso{{else}}Se eliminó una llave de acceso{{/if}}',
  '{{#if added}}The passkey "{{name}}" was added to your account from the address {{ip}} on {{time at}}. It signs in without your password.{{else}}The passkey "{{name}}" was removed from your account from the address {{ip}} on {{time at}}. It no longer signs in, and other sessions that it opened have ended.{{/if}}':
    '{{#if added}}La llave de acceso «{{name}}» se añadió a su cuenta desde la dirección {{ip}} el {{time at}}. Permite iniciar sesión sin su contraseña.{{else}}La llave de acceso «{{name}}» se eliminó de su cuenta desde la dirección {{ip}} el {{time at}}. Ya no permite iniciar sesión, y las demás sesiones que abrió se han cerrado.{{/if}}',
  '{{time at}}, address {{ip}}': '{{time at}}, dirección {{ip}}',
  'If this was you, ignore this mail. If not, remove the passkeys that you do not know, change your password and end your other sessions.':
    'Si fue usted, ignore este correo. Si no, elimine las llaves de acceso que no conozca, cambie su contraseña y cierre sus otras sesiones.',
  'See my security settings': 'Ver mi configuración de seguridad',
  'Your passkey {{name}} was refused': 'Su llave de acceso {{name}} fue rechazada',
  'It may have been copied.': 'Puede haber sido copiada.',
  'A passkey may have been copied': 'Una llave de acceso puede haber sido copiada',
  'Someone used your passkey "{{name}}" from the address {{ip}} on {{time at}}. It was refused, because a second device may have a copy of it.':
    'Alguien usó su llave de acceso «{{name}}» desde la dirección {{ip}} el {{time at}}. Se rechazó porque un segundo dispositivo puede tener una copia.',
  'Remove this passkey and add a new one. If this was not you, change your password too.':
    'Elimine esta llave de acceso y añada una nueva. Si no fue usted, cambie también su contraseña.',
  '{{twoStep change}}': '{{twoStep change}}',
  'Two-step sign-in was turned on': 'Se activó el inicio de sesión en dos pasos',
  'Another authenticator app is now used for two-step sign-in':
    'Ahora se usa otra aplicación de autenticación para el inicio de sesión en dos pasos',
  'Two-step sign-in was turned off': 'Se desactivó el inicio de sesión en dos pasos',
  'New recovery codes replaced the earlier ones': 'Los códigos de recuperación nuevos sustituyeron a los anteriores',
  '{{twoStep change}}. This happened from the address {{ip}} on {{time at}}.':
    '{{twoStep change}}. Ocurrió desde la dirección {{ip}} el {{time at}}.',
  'If this was you, ignore this mail. If not, change your password, set up two-step sign-in again, and end your other sessions.':
    'Si fue usted, ignore este correo. Si no, cambie su contraseña, configure de nuevo el inicio de sesión en dos pasos y cierre sus otras sesiones.',
};
