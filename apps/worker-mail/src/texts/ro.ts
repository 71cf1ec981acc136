import { keys } from './keys/ro';

export const ro: Record<string, string> = {
  ...keys,
  'Your Tradepost verification code': 'Codul dvs. de verificare Tradepost',
  'Confirm your email to finish signing up.': 'Confirmați adresa pentru a finaliza crearea contului.',
  'Confirm your email': 'Confirmați adresa',
  'Hello,': 'Bună ziua,',
  'Someone signed up to Tradepost with this address on {{time at}}, from {{knownDevice agent}}, address {{ip}}.':
    'Cineva a creat un cont Tradepost cu această adresă la {{time at}}, de pe {{knownDevice agent}}, adresa {{ip}}.',
  'If this was you, enter this code where you signed up, or use the link below.':
    'Dacă ați fost dvs., introduceți acest cod acolo unde ați creat contul sau folosiți linkul de mai jos.',
  'The code works once and is valid for 10 minutes. Tradepost staff will never ask you for it.':
    'Codul funcționează o singură dată și este valabil 10 minute. Personalul Tradepost nu vi-l va cere niciodată.',
  'If this was not you, you can ignore this mail. Nothing happens unless someone uses the code or the link.':
    'Dacă nu ați fost dvs., puteți ignora acest e-mail. Nu se întâmplă nimic dacă nimeni nu folosește codul sau linkul.',
  'You get this mail because someone signed up to Tradepost with this address.':
    'Primiți acest e-mail pentru că cineva a creat un cont Tradepost cu această adresă.',
  'Verify my email': 'Verificați adresa mea',
  'Your Tradepost password reset code': 'Codul dvs. pentru resetarea parolei Tradepost',
  'Enter it to choose a new password.': 'Introduceți-l pentru a alege o parolă nouă.',
  'Choose a new password': 'Alegeți o parolă nouă',
  'Hello {{firstName}},': 'Bună ziua, {{firstName}},',
  'Enter this code to reset your password.': 'Introduceți acest cod pentru a reseta parola.',
  'If you did not request this, you can ignore this mail. Your password stays the same.':
    'Dacă nu ați cerut acest lucru, puteți ignora acest e-mail. Parola rămâne aceeași.',
  'You get this mail because someone asked to reset the password of this address on Tradepost.':
    'Primiți acest e-mail pentru că cineva a cerut resetarea parolei acestei adrese în Tradepost.',
  'You already have a Tradepost account': 'Aveți deja un cont Tradepost',
  'Sign in, or reset your password.': 'Autentificați-vă sau resetați parola.',
  'You already have an account': 'Aveți deja un cont',
  'Someone signed up with this email address on {{time at}}, from {{knownDevice agent}}, address {{ip}}.':
    'Cineva a încercat să creeze un cont cu această adresă la {{time at}}, de pe {{knownDevice agent}}, adresa {{ip}}.',
  'It already has an account. If this was you, you can sign in.':
    'Adresa are deja un cont. Dacă ați fost dvs., vă puteți autentifica.',
  'If this was not you, you can ignore this mail. Nothing has changed.':
    'Dacă nu ați fost dvs., puteți ignora acest e-mail. Nu s-a schimbat nimic.',
  'Sign in': 'Autentificare',
  'Forgot your password? Reset it': 'Ați uitat parola? Resetați-o',
  'Your Tradepost password was changed': 'Parola dvs. Tradepost a fost schimbată',
  'Your other devices were signed out.': 'Celelalte dispozitive ale dvs. au fost deconectate.',
  'Your password was changed': 'Parola a fost schimbată',
  'The password of your account was just changed, and your other devices were signed out.':
    'Parola contului dvs. tocmai a fost schimbată, iar celelalte dispozitive au fost deconectate.',
  'If this was you, ignore this mail. If not, reset your password now, remove the passkeys that you do not know, and inform your contact at Tradepost.':
    'Dacă ați fost dvs., ignorați acest e-mail. Dacă nu, resetați acum parola, eliminați cheile de acces pe care nu le cunoașteți și informați persoana de contact de la Tradepost.',
  'You get this mail because this address belongs to a Tradepost account. Security emails are always sent.':
    'Primiți acest e-mail pentru că această adresă aparține unui cont Tradepost. E-mailurile de securitate se trimit întotdeauna.',
  'This was not me': 'Nu am fost eu',
  'New sign-in to your Tradepost account': 'Autentificare nouă în contul dvs. Tradepost',
  '{{device agent}}, {{time at}}': '{{device agent}}, {{time at}}',
  'A sign-in from a new device': 'O autentificare de pe un dispozitiv nou',
  'Someone signed in to your account from a new device:':
    'Cineva s-a autentificat în contul dvs. de pe un dispozitiv nou:',
  '{{device agent}}, address {{ip}}, on {{time at}}.': '{{device agent}}, adresa {{ip}}, la {{time at}}.',
  'If this was you, ignore this mail. If not, end this session and change your password.':
    'Dacă ați fost dvs., ignorați acest e-mail. Dacă nu, încheiați această sesiune și schimbați parola.',
  'See my sessions': 'Vedeți sesiunile mele',
  'A new API key: {{name}}': 'O cheie API nouă: {{name}}',
  'Programs can use it to act for your company.': 'Programele o pot folosi pentru a acționa în numele companiei dvs.',
  'A new API key': 'O cheie API nouă',
  '{{#if by}}{{by}}, a co-owner of your company, created the API key "{{name}}" from the address {{ip}} on {{time at}}. It expires on {{time expiresAt}}.{{else}}The API key "{{name}}" was created in your account from the address {{ip}} on {{time at}}. It expires on {{time expiresAt}}.{{/if}}':
    '{{#if by}}{{by}}, coproprietar al companiei dvs., a creat cheia API „{{name}}” de la adresa {{ip}} la {{time at}}. Expiră la {{time expiresAt}}.{{else}}Cheia API „{{name}}” a fost creată în contul dvs. de la adresa {{ip}} la {{time at}}. Expiră la {{time expiresAt}}.{{/if}}',
  '{{#if mayAcceptWithoutCode}}{{#if by}}It may accept requests without a code.{{else}}You explicitly authorised it to accept requests without a code.{{/if}}{{/if}}':
    '{{#if mayAcceptWithoutCode}}{{#if by}}Poate accepta solicitări fără cod.{{else}}Ați autorizat-o explicit să accepte solicitări fără cod.{{/if}}{{/if}}',
  '{{#if opensSealed}}It has a key for encrypted files: programs that use it can open your end-to-end encrypted files.{{/if}}':
    '{{#if opensSealed}}Are o cheie pentru fișiere criptate: programele care o folosesc pot deschide fișierele dvs. criptate end-to-end.{{/if}}',
  'Anyone who has this key can do the following for your company:':
    'Oricine are această cheie poate face următoarele în numele companiei dvs.:',
  '{{#if by}}If you did not expect this, revoke the key at once.{{else}}If this was not you, revoke the key at once and change your password.{{/if}}':
    '{{#if by}}Dacă nu vă așteptați la aceasta, revocați imediat cheia.{{else}}Dacă nu ați fost dvs., revocați imediat cheia și schimbați parola.{{/if}}',
  'See my keys': 'Vedeți cheile mele',
  'Your API key {{name}} expires soon': 'Cheia dvs. API {{name}} expiră curând',
  'It expires on {{time expiresAt}}.': 'Expiră la {{time expiresAt}}.',
  'An API key expires soon': 'O cheie API expiră curând',
  'The API key "{{name}}" expires on {{time expiresAt}}. After that, programs that use it are rejected.':
    'Cheia API „{{name}}” expiră la {{time expiresAt}}. După aceea, programele care o folosesc sunt refuzate.',
  '{{#if lastUsedAt}}It was last used on {{time lastUsedAt}}.{{else}}It was never used.{{/if}}':
    '{{#if lastUsedAt}}A fost folosită ultima dată la {{time lastUsedAt}}.{{else}}Nu a fost folosită niciodată.{{/if}}',
  'If you still need it, create a new key, use it in your programs, and revoke this one.':
    'Dacă mai aveți nevoie de ea, creați o cheie nouă, folosiți-o în programele dvs. și revocați-o pe aceasta.',
  'Your account will be deleted': 'Contul dvs. va fi șters',
  'You can still cancel this.': 'Încă puteți anula.',
  'You asked us to delete your account. It will be deleted on {{time deletionAt}} with your folders and files. Your partnerships and open transfers end at that time.':
    'Ne-ați cerut să vă ștergem contul. Va fi șters la {{time deletionAt}} împreună cu dosarele și fișierele dvs. Parteneriatele și transferurile deschise se încheie atunci.',
  'Until then, you can use your account normally and cancel the deletion at any time.':
    'Până atunci, puteți folosi contul normal și puteți anula ștergerea oricând.',
  'If you did not ask for this, sign in, keep the account and change your password.':
    'Dacă nu ați cerut acest lucru, autentificați-vă, păstrați contul și schimbați parola.',
  'Keep my account': 'Păstrați contul meu',
  'Your account was deleted': 'Contul dvs. a fost șters',
  'As you asked.': 'Așa cum ați cerut.',
  'Your account, your folders and your files were deleted, as you asked.':
    'Contul, dosarele și fișierele dvs. au fost șterse, așa cum ați cerut.',
  'We store only what the law requires, such as a submitted business registration and the log of deliveries, for the legal period and for no other purpose.':
    'Păstrăm doar ce cere legea, cum ar fi înregistrarea depusă a companiei și jurnalul livrărilor, pe perioada legală și în niciun alt scop.',
  'Welcome to Tradepost, {{firstName}}': 'Bine ați venit la Tradepost, {{firstName}}',
  '{{companyName}} is set up.': '{{companyName}} este configurată.',
  'Welcome, {{firstName}}': 'Bine ați venit, {{firstName}}',
  '{{companyName}} is set up on Tradepost.': '{{companyName}} este configurată în Tradepost.',
  '{{#if isSender}}Next, complete your business registration. Then create a folder, invite your partners, and deliver your first data.{{else}}Next, open your invitations. After you accept one, you can see the folders delivered to you and request the files you need.{{/if}}':
    '{{#if isSender}}Completați acum înregistrarea companiei. Apoi creați un dosar, invitați-vă partenerii și livrați primele date.{{else}}Deschideți acum invitațiile. După ce acceptați una, puteți vedea dosarele care vi se livrează și puteți solicita fișierele necesare.{{/if}}',
  'You get this mail, once, because you set up {{companyName}} on Tradepost.':
    'Primiți acest e-mail, o singură dată, pentru că ați configurat {{companyName}} în Tradepost.',
  'Open Tradepost': 'Deschideți Tradepost',
  'Your business registration: {{state status}}': 'Înregistrarea companiei dvs.: {{state status}}',
  'It has been reviewed.': 'A fost verificată.',
  'Your business registration': 'Înregistrarea companiei dvs.',
  'Your business registration has been reviewed. Its status is now: {{state status}}.':
    'Înregistrarea companiei dvs. a fost verificată. Starea ei este acum: {{state status}}.',
  '{{#if reason}}The reviewer says: {{reason}}{{/if}}': '{{#if reason}}Verificarea spune: {{reason}}{{/if}}',
  'You get this mail because you submitted a business registration on Tradepost. Decisions about it are always sent.':
    'Primiți acest e-mail pentru că ați depus înregistrarea unei companii în Tradepost. Deciziile despre ea se trimit întotdeauna.',
  'Open the registration': 'Deschideți înregistrarea',
  'Please confirm your business registration': 'Confirmați înregistrarea companiei',
  'The next review is due soon.': 'Următoarea verificare se apropie.',
  'Is your registration still correct?': 'Înregistrarea dvs. mai este corectă?',
  'Your business registration was approved some time ago. The next review is due by {{time reverifyAt}}. Please open the registration, replace expired documents, and submit it again.':
    'Înregistrarea companiei dvs. a fost aprobată acum ceva timp. Următoarea verificare trebuie făcută până la {{time reverifyAt}}. Deschideți înregistrarea, înlocuiți documentele expirate și depuneți-o din nou.',
  'You can use Tradepost normally during the review.': 'Puteți folosi Tradepost normal în timpul verificării.',
  'You get this mail because you submitted a business registration on Tradepost. Mails about it are always sent.':
    'Primiți acest e-mail pentru că ați depus înregistrarea unei companii în Tradepost. E-mailurile despre ea se trimit întotdeauna.',
  'A webhook was switched off': 'Un webhook a fost oprit',
  'Deliveries to {{host}} failed for days.': 'Livrările către {{host}} au eșuat zile în șir.',
  'Deliveries to {{host}} have failed since {{time since}}, so the webhook was switched off.':
    'Livrările către {{host}} eșuează din {{time since}}, așa că webhookul a fost oprit.',
  'When the receiver works again, switch the webhook on and send the failed deliveries again.':
    'Când receptorul funcționează din nou, porniți webhookul și retrimiteți livrările eșuate.',
  'You get this mail because your company has a webhook on Tradepost. Mails about failures are always sent.':
    'Primiți acest e-mail pentru că compania dvs. are un webhook în Tradepost. E-mailurile despre eșecuri se trimit întotdeauna.',
  'See the webhook': 'Vedeți webhookul',
  '{{inviterEmail}} invites you to exchange data': '{{inviterEmail}} vă invită să faceți schimb de date',
  'Accept to see the folders delivered to you.': 'Acceptați pentru a vedea dosarele care vi se livrează.',
  'You are invited': 'Sunteți invitat',
  '{{inviterEmail}} would like to share data with you on Tradepost.':
    '{{inviterEmail}} dorește să partajeze date cu dvs. în Tradepost.',
  'Accept the invitation to see which company invites you, and the folders delivered to you.':
    'Acceptați invitația pentru a vedea ce companie vă invită și dosarele care vi se livrează.',
  'If you do not know this address, you can ignore this mail.':
    'Dacă nu cunoașteți această adresă, puteți ignora acest e-mail.',
  'You get this mail because {{inviterEmail}} entered this address on Tradepost.':
    'Primiți acest e-mail pentru că {{inviterEmail}} a introdus această adresă în Tradepost.',
  'Open the invitation': 'Deschideți invitația',
  '{{inviterEmail}} invites you to join a company': '{{inviterEmail}} vă invită să vă alăturați unei companii',
  'Accept to see the data of the company.': 'Acceptați pentru a vedea datele companiei.',
  'You are invited to join a company': 'Sunteți invitat să vă alăturați unei companii',
  '{{inviterEmail}} would like you to see the data of their company on Tradepost.':
    '{{inviterEmail}} dorește să vedeți datele companiei sale în Tradepost.',
  'Sign in with this address to see which company invites you. The invitation is valid until {{time expiresAt}}.':
    'Conectați-vă cu această adresă pentru a vedea ce companie vă invită. Invitația este valabilă până la {{time expiresAt}}.',
  '{{partnerEmail}} accepted your invitation': '{{partnerEmail}} a acceptat invitația dvs.',
  'You can now deliver folders to this partner.': 'Acum puteți livra dosare acestui partener.',
  'Invitation accepted': 'Invitație acceptată',
  '{{partnerEmail}} accepted the invitation from {{companyName}}. You can now deliver folders to this partner.':
    '{{partnerEmail}} a acceptat invitația de la {{companyName}}. Acum puteți livra dosare acestui partener.',
  'You get this mail because you manage {{companyName}} on Tradepost.':
    'Primiți acest e-mail pentru că administrați {{companyName}} în Tradepost.',
  '{{partnerName}} ended your partnership': '{{partnerName}} a încheiat parteneriatul cu dvs.',
  'Access to shared folders has ended.': 'Accesul la dosarele partajate s-a încheiat.',
  'A partnership has ended': 'Un parteneriat s-a încheiat',
  '{{partnerName}} ended the partnership with {{companyName}} on Tradepost. You can no longer access each other’s folders.':
    '{{partnerName}} a încheiat parteneriatul cu {{companyName}} în Tradepost. Nu vă mai puteți accesa reciproc dosarele.',
  'If you did not expect this, ask your partner.': 'Dacă nu vă așteptați la acest lucru, întrebați-vă partenerul.',
  'You get this mail because {{partnerName}} was your partner on Tradepost.':
    'Primiți acest e-mail pentru că {{partnerName}} era partenerul dvs. în Tradepost.',
  '{{#if companyName}}{{companyName}} delivered "{{folderName}}" to you{{else}}{{senderEmail}} delivered a folder to you{{/if}}':
    '{{#if companyName}}{{companyName}} v-a livrat „{{folderName}}”{{else}}{{senderEmail}} v-a livrat un dosar{{/if}}',
  'Browse it and request the files you need.': 'Răsfoiți-l și solicitați fișierele necesare.',
  'A folder was delivered to you': 'Vi s-a livrat un dosar',
  '{{#if companyName}}{{companyName}} delivered the folder "{{folderName}}" to you.{{else}}{{senderEmail}} delivered a folder to you on Tradepost.{{/if}} Browse it and request the files you need.':
    '{{#if companyName}}{{companyName}} v-a livrat dosarul „{{folderName}}”.{{else}}{{senderEmail}} v-a livrat un dosar în Tradepost.{{/if}} Răsfoiți-l și solicitați fișierele necesare.',
  'You get this mail because a company shares data with this address on Tradepost.':
    'Primiți acest e-mail pentru că o companie partajează date cu această adresă în Tradepost.',
  'See the folder': 'Vedeți dosarul',
  '{{receiverEmail}} requests files from you': '{{receiverEmail}} vă solicită fișiere',
  'Accept or reject the request.': 'Acceptați sau respingeți solicitarea.',
  'A request for your files': 'O solicitare pentru fișierele dvs.',
  '{{receiverEmail}} requested these files from {{companyName}}:':
    '{{receiverEmail}} a solicitat aceste fișiere de la {{companyName}}:',
  'A request of {{receiverEmail}} needs your approval':
    'O cerere de la {{receiverEmail}} are nevoie de aprobarea dumneavoastră',
  'Nobody can accept it without approvals.': 'Nimeni nu o poate accepta fără aprobări.',
  'A request needs your approval': 'O cerere are nevoie de aprobarea dumneavoastră',
  '{{receiverEmail}} requested these files from {{companyName}}. Before a colleague can accept, others must approve:':
    '{{receiverEmail}} a cerut aceste fișiere de la {{companyName}}. Înainte ca un coleg să poată accepta, alții trebuie să aprobe:',
  'Look at the request': 'Vedeți cererea',
  'The request of {{receiverEmail}} is assigned to you': 'Cererea de la {{receiverEmail}} vă este atribuită',
  '{{by}} assigned it to you.': '{{by}} v-a atribuit-o.',
  'A request is assigned to you': 'O cerere vă este atribuită',
  '{{by}} assigned this request of {{receiverEmail}} to {{companyName}} to you:':
    '{{by}} v-a atribuit această cerere de la {{receiverEmail}} către {{companyName}}:',
  'Other people of your company can still answer it.':
    'Alte persoane din compania dumneavoastră pot răspunde în continuare la ea.',
  'You get this mail because a colleague assigned a request to {{companyName}} to you on Tradepost.':
    'Primiți acest e-mail pentru că un coleg v-a atribuit o cerere către {{companyName}} pe Tradepost.',
  'A request is assigned to {{email}}, who is away': 'O cerere este atribuită persoanei {{email}}, care lipsește',
  'You stand in until {{time until}}.': 'O înlocuiți până la {{time until}}.',
  'You stand in for a colleague': 'Înlocuiți un coleg',
  '{{by}} assigned this request of {{receiverEmail}} to {{companyName}} to {{email}}, who is away. You stand in until {{time until}}:':
    '{{by}} a atribuit această cerere de la {{receiverEmail}} către {{companyName}} persoanei {{email}}, care lipsește. O înlocuiți până la {{time until}}:',
  'You get this mail because {{email}} chose you to stand in on Tradepost.':
    'Primiți acest e-mail pentru că {{email}} v-a ales ca înlocuitor pe Tradepost.',
  'You get this mail because you approve requests for {{companyName}} on Tradepost.':
    'Primiți acest e-mail deoarece aprobați cereri pentru {{companyName}} pe Tradepost.',
  '{{companyName}} accepted your request': '{{companyName}} v-a acceptat cererea',
  'Your request was accepted': 'Cererea dumneavoastră a fost acceptată',
  'Open the transfer': 'Deschideți transferul',
  'You get this mail because you requested files from {{companyName}} on Tradepost.':
    'Primiți acest e-mail deoarece ați cerut fișiere de la {{companyName}} pe Tradepost.',
  'Accept or reject': 'Acceptați sau respingeți',
  '{{companyName}} rejected your request': '{{companyName}} a respins solicitarea dvs.',
  '{{#if reason}}{{reason}}{{else}}No reason was given.{{/if}}':
    '{{#if reason}}{{reason}}{{else}}Nu s-a dat niciun motiv.{{/if}}',
  'Your request was rejected': 'Solicitarea dvs. a fost respinsă',
  '{{companyName}} rejected your request for the files below.':
    '{{companyName}} a respins solicitarea dvs. pentru fișierele de mai jos.',
  '{{#if reason}}Their reason: {{reason}}{{/if}}': '{{#if reason}}Motivul: {{reason}}{{/if}}',
  'You get this mail because {{companyName}} shares data with this address on Tradepost.':
    'Primiți acest e-mail pentru că {{companyName}} partajează date cu această adresă în Tradepost.',
  'Your code to accept a file request': 'Codul dvs. pentru a accepta o solicitare de fișiere',
  'For the request from {{companyName}}.': 'Pentru solicitarea de la {{companyName}}.',
  'Confirm it is you': 'Confirmați că sunteți dvs.',
  'Enter this code to accept the request from {{companyName}}.':
    'Introduceți acest cod pentru a accepta solicitarea de la {{companyName}}.',
  'If you are not accepting a request right now, change your password.':
    'Dacă nu acceptați chiar acum o solicitare, schimbați parola.',
  'Your files from {{companyName}} are ready': 'Fișierele dvs. de la {{companyName}} sunt pregătite',
  'Available until {{time expiry}}.': 'Disponibile până la {{time expiry}}.',
  'Your files are ready': 'Fișierele dvs. sunt pregătite',
  '{{companyName}} accepted your request. You can download these files until {{time expiry}}:':
    '{{companyName}} a acceptat solicitarea dvs. Puteți descărca aceste fișiere până la {{time expiry}}:',
  'Only you and the sender can open this link, after signing in.':
    'Doar dvs. și expeditorul puteți deschide acest link, după autentificare.',
  'Download the files': 'Descărcați fișierele',
  'Your files from {{companyName}} expire soon': 'Fișierele dvs. de la {{companyName}} expiră curând',
  'Download them before {{time expiry}}.': 'Descărcați-le înainte de {{time expiry}}.',
  'Your files expire soon': 'Fișierele dvs. expiră curând',
  'You have not downloaded these files from {{companyName}} yet. They are available until {{time expiry}}:':
    'Încă nu ați descărcat aceste fișiere de la {{companyName}}. Sunt disponibile până la {{time expiry}}:',
  '{{receiverEmail}} is downloading your files': '{{receiverEmail}} descarcă fișierele dvs.',
  'The first download of this transfer.': 'Prima descărcare a acestui transfer.',
  'Your files are being downloaded': 'Fișierele dvs. se descarcă',
  '{{receiverEmail}} started downloading these files:': '{{receiverEmail}} a început să descarce aceste fișiere:',
  'We notify you of the first download of each transfer; see your logs for the rest.':
    'Vă anunțăm la prima descărcare a fiecărui transfer; pentru rest, consultați jurnalele.',
  'You get this mail because your company delivered files to {{receiverEmail}} on Tradepost.':
    'Primiți acest e-mail pentru că compania dvs. a livrat fișiere către {{receiverEmail}} în Tradepost.',
  'See the transfer': 'Vedeți transferul',
  Unsubscribe: 'Dezabonare',
  'Unknown device': 'Dispozitiv necunoscut',
  'an unknown device': 'un dispozitiv necunoscut',
  ' on ': ' pe ',
  'and {{count}} more': 'și încă {{count}}',
  Terms: 'Termeni',
  Privacy: 'Confidențialitate',
  Help: 'Ajutor',
  Status: 'Stare',
  Pending: 'În așteptare',
  Processing: 'În curs',
  Approved: 'Aprobată',
  Rejected: 'Respinsă',
  'Changes requested': 'Modificări solicitate',
  '{{#if added}}A new passkey: {{name}}{{else}}A passkey was removed: {{name}}{{/if}}':
    '{{#if added}}O cheie de acces nouă: {{name}}{{else}}O cheie de acces a fost eliminată: {{name}}{{/if}}',
  '{{#if added}}A new passkey{{else}}A passkey was removed{{/if}}':
    '{{#if added}}O cheie de acces nouă{{else}}O cheie de acces a fost eliminată{{/if}}',
  '{{#if added}}The passkey "{{name}}" was added to your account from the address {{ip}} on {{time at}}. It signs in without your password.{{else}}The passkey "{{name}}" was removed from your account from the address {{ip}} on {{time at}}. It no longer signs in, and other sessions that it opened have ended.{{/if}}':
    '{{#if added}}Cheia de acces „{{name}}” a fost adăugată în contul dvs. de la adresa {{ip}} la {{time at}}. Permite conectarea fără parola dvs.{{else}}Cheia de acces „{{name}}” a fost eliminată din contul dvs. de la adresa {{ip}} la {{time at}}. Nu mai permite conectarea, iar celelalte sesiuni deschise cu ea s-au încheiat.{{/if}}',
  '{{time at}}, address {{ip}}': '{{time at}}, adresa {{ip}}',
  'If this was you, ignore this mail. If not, remove the passkeys that you do not know, change your password and end your other sessions.':
    'Dacă ați fost dvs., ignorați acest e-mail. Dacă nu, eliminați cheile de acces pe care nu le cunoașteți, schimbați-vă parola și încheiați celelalte sesiuni.',
  'See my security settings': 'Vezi setările mele de securitate',
  'Your passkey {{name}} was refused': 'Cheia dvs. de acces {{name}} a fost refuzată',
  'It may have been copied.': 'Este posibil să fi fost copiată.',
  'A passkey may have been copied': 'O cheie de acces a fost probabil copiată',
  'Someone used your passkey "{{name}}" from the address {{ip}} on {{time at}}. It was refused, because a second device may have a copy of it.':
    'Cineva a folosit cheia dvs. de acces „{{name}}” de la adresa {{ip}} la {{time at}}. A fost refuzată, deoarece un al doilea dispozitiv poate avea o copie.',
  'Remove this passkey and add a new one. If this was not you, change your password too.':
    'Eliminați această cheie de acces și adăugați una nouă. Dacă nu ați fost dvs., schimbați-vă și parola.',
  '{{twoStep change}}': '{{twoStep change}}',
  'Two-step sign-in was turned on': 'Autentificarea în doi pași a fost activată',
  'Another authenticator app is now used for two-step sign-in':
    'Autentificarea în doi pași folosește acum altă aplicație de autentificare',
  'Two-step sign-in was turned off': 'Autentificarea în doi pași a fost dezactivată',
  'New recovery codes replaced the earlier ones': 'Codurile de recuperare noi le-au înlocuit pe cele anterioare',
  '{{twoStep change}}. This happened from the address {{ip}} on {{time at}}.':
    '{{twoStep change}}. S-a întâmplat de la adresa {{ip}}, la {{time at}}.',
  'If this was you, ignore this mail. If not, change your password, set up two-step sign-in again, and end your other sessions.':
    'Dacă ați fost dvs., ignorați acest e-mail. Dacă nu, schimbați parola, configurați din nou autentificarea în doi pași și încheiați celelalte sesiuni.',
};
