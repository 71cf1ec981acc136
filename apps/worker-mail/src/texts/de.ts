import { keys } from './keys/de';

export const de: Record<string, string> = {
  ...keys,
  'Your Tradepost verification code': 'Ihr Bestätigungscode für Tradepost',
  'Confirm your email to finish signing up.': 'Bestätigen Sie Ihre E-Mail-Adresse, um die Registrierung abzuschließen.',
  'Confirm your email': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'Hello,': 'Guten Tag,',
  'Someone signed up to Tradepost with this address on {{time at}}, from {{knownDevice agent}}, address {{ip}}.':
    'Am {{time at}} hat sich jemand mit dieser Adresse bei Tradepost registriert, von {{knownDevice agent}}, Adresse {{ip}}.',
  'If this was you, enter this code where you signed up, or use the link below.':
    'Wenn Sie das waren, geben Sie diesen Code dort ein, wo Sie sich registriert haben, oder verwenden Sie den Link unten.',
  'The code works once and is valid for 10 minutes. Tradepost staff will never ask you for it.':
    'Der Code funktioniert einmal und ist 10 Minuten gültig. Mitarbeiter von Tradepost fragen Sie nie danach.',
  'If this was not you, you can ignore this mail. Nothing happens unless someone uses the code or the link.':
    'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Es geschieht nichts, solange niemand den Code oder den Link verwendet.',
  'You get this mail because someone signed up to Tradepost with this address.':
    'Sie erhalten diese E-Mail, weil sich jemand mit dieser Adresse bei Tradepost registriert hat.',
  'Verify my email': 'E-Mail-Adresse bestätigen',
  'Your Tradepost password reset code': 'Ihr Code zum Zurücksetzen des Tradepost-Passworts',
  'Enter it to choose a new password.': 'Geben Sie ihn ein, um ein neues Passwort zu wählen.',
  'Choose a new password': 'Wählen Sie ein neues Passwort',
  'Hello {{firstName}},': 'Guten Tag {{firstName}},',
  'Enter this code to reset your password.': 'geben Sie diesen Code ein, um Ihr Passwort zurückzusetzen.',
  'If you did not request this, you can ignore this mail. Your password stays the same.':
    'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt unverändert.',
  'You get this mail because someone asked to reset the password of this address on Tradepost.':
    'Sie erhalten diese E-Mail, weil jemand das Passwort dieser Adresse bei Tradepost zurücksetzen möchte.',
  'You already have a Tradepost account': 'Sie haben bereits ein Tradepost-Konto',
  'Sign in, or reset your password.': 'Melden Sie sich an, oder setzen Sie Ihr Passwort zurück.',
  'You already have an account': 'Sie haben bereits ein Konto',
  'Someone signed up with this email address on {{time at}}, from {{knownDevice agent}}, address {{ip}}.':
    'Am {{time at}} hat sich jemand mit dieser E-Mail-Adresse registriert, von {{knownDevice agent}}, Adresse {{ip}}.',
  'It already has an account. If this was you, you can sign in.':
    'Sie hat bereits ein Konto. Wenn Sie das waren, können Sie sich anmelden.',
  'If this was not you, you can ignore this mail. Nothing has changed.':
    'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Es hat sich nichts geändert.',
  'Sign in': 'Anmelden',
  'Forgot your password? Reset it': 'Passwort vergessen? Zurücksetzen',
  'Your Tradepost password was changed': 'Ihr Tradepost-Passwort wurde geändert',
  'Your other devices were signed out.': 'Ihre anderen Geräte wurden abgemeldet.',
  'Your password was changed': 'Ihr Passwort wurde geändert',
  'The password of your account was just changed, and your other devices were signed out.':
    'Das Passwort Ihres Kontos wurde soeben geändert, und Ihre anderen Geräte wurden abgemeldet.',
  'If this was you, ignore this mail. If not, reset your password now, remove the passkeys that you do not know, and inform your contact at Tradepost.':
    'Wenn Sie das waren, ignorieren Sie diese E-Mail. Wenn nicht, setzen Sie Ihr Passwort jetzt zurück, entfernen Sie Passkeys, die Sie nicht kennen, und informieren Sie Ihren Ansprechpartner bei Tradepost.',
  'You get this mail because this address belongs to a Tradepost account. Security emails are always sent.':
    'Sie erhalten diese E-Mail, weil diese Adresse zu einem Tradepost-Konto gehört. E-Mails zur Sicherheit werden immer gesendet.',
  'This was not me': 'Das war ich nicht',
  'New sign-in to your Tradepost account': 'Neue Anmeldung an Ihrem Tradepost-Konto',
  '{{device agent}}, {{time at}}': '{{device agent}}, {{time at}}',
  'A sign-in from a new device': 'Anmeldung von einem neuen Gerät',
  'Someone signed in to your account from a new device:':
    'Jemand hat sich von einem neuen Gerät an Ihrem Konto angemeldet:',
  '{{device agent}}, address {{ip}}, on {{time at}}.': '{{device agent}}, Adresse {{ip}}, am {{time at}}.',
  'If this was you, ignore this mail. If not, end this session and change your password.':
    'Wenn Sie das waren, ignorieren Sie diese E-Mail. Wenn nicht, beenden Sie diese Sitzung und ändern Sie Ihr Passwort.',
  'See my sessions': 'Meine Sitzungen ansehen',
  'A new API key: {{name}}': 'Ein neuer API-Schlüssel: {{name}}',
  'Programs can use it to act for your company.': 'Programme können damit für Ihr Unternehmen handeln.',
  'A new API key': 'Ein neuer API-Schlüssel',
  '{{#if by}}{{by}}, a co-owner of your company, created the API key "{{name}}" from the address {{ip}} on {{time at}}. It expires on {{time expiresAt}}.{{else}}The API key "{{name}}" was created in your account from the address {{ip}} on {{time at}}. It expires on {{time expiresAt}}.{{/if}}':
    '{{#if by}}{{by}}, Mitinhaber Ihres Unternehmens, hat am {{time at}} von der Adresse {{ip}} den API-Schlüssel „{{name}}“ erstellt. Er läuft am {{time expiresAt}} ab.{{else}}Der API-Schlüssel „{{name}}“ wurde am {{time at}} von der Adresse {{ip}} in Ihrem Konto erstellt. Er läuft am {{time expiresAt}} ab.{{/if}}',
  '{{#if mayAcceptWithoutCode}}{{#if by}}It may accept requests without a code.{{else}}You explicitly authorised it to accept requests without a code.{{/if}}{{/if}}':
    '{{#if mayAcceptWithoutCode}}{{#if by}}Er darf Anfragen ohne Code annehmen.{{else}}Sie haben ihm ausdrücklich erlaubt, Anfragen ohne Code anzunehmen.{{/if}}{{/if}}',
  '{{#if opensSealed}}It has a key for encrypted files: programs that use it can open your end-to-end encrypted files.{{/if}}':
    '{{#if opensSealed}}Er hat einen Schlüssel für verschlüsselte Dateien: Programme, die ihn verwenden, können Ihre Ende-zu-Ende-verschlüsselten Dateien öffnen.{{/if}}',
  'Anyone who has this key can do the following for your company:':
    'Wer diesen Schlüssel hat, kann für Ihr Unternehmen Folgendes tun:',
  '{{#if by}}If you did not expect this, revoke the key at once.{{else}}If this was not you, revoke the key at once and change your password.{{/if}}':
    '{{#if by}}Wenn Sie das nicht erwartet haben, widerrufen Sie den Schlüssel sofort.{{else}}Wenn Sie das nicht waren, widerrufen Sie den Schlüssel sofort und ändern Sie Ihr Passwort.{{/if}}',
  'See my keys': 'Meine Schlüssel ansehen',
  'Your API key {{name}} expires soon': 'Ihr API-Schlüssel {{name}} läuft bald ab',
  'It expires on {{time expiresAt}}.': 'Er läuft am {{time expiresAt}} ab.',
  'An API key expires soon': 'Ein API-Schlüssel läuft bald ab',
  'The API key "{{name}}" expires on {{time expiresAt}}. After that, programs that use it are rejected.':
    'Der API-Schlüssel „{{name}}“ läuft am {{time expiresAt}} ab. Danach werden Programme, die ihn verwenden, abgewiesen.',
  '{{#if lastUsedAt}}It was last used on {{time lastUsedAt}}.{{else}}It was never used.{{/if}}':
    '{{#if lastUsedAt}}Zuletzt wurde er am {{time lastUsedAt}} verwendet.{{else}}Er wurde nie verwendet.{{/if}}',
  'If you still need it, create a new key, use it in your programs, and revoke this one.':
    'Wenn Sie ihn noch benötigen, erstellen Sie einen neuen Schlüssel, verwenden Sie ihn in Ihren Programmen und widerrufen Sie diesen.',
  'Your account will be deleted': 'Ihr Konto wird gelöscht',
  'You can still cancel this.': 'Sie können das noch abbrechen.',
  'You asked us to delete your account. It will be deleted on {{time deletionAt}} with your folders and files. Your partnerships and open transfers end at that time.':
    'Sie haben uns gebeten, Ihr Konto zu löschen. Es wird am {{time deletionAt}} mit Ihren Ordnern und Dateien gelöscht. Ihre Partnerschaften und offenen Übertragungen enden dann.',
  'Until then, you can use your account normally and cancel the deletion at any time.':
    'Bis dahin können Sie Ihr Konto normal nutzen und die Löschung jederzeit abbrechen.',
  'If you did not ask for this, sign in, keep the account and change your password.':
    'Wenn Sie das nicht verlangt haben, melden Sie sich an, behalten Sie das Konto und ändern Sie Ihr Passwort.',
  'Keep my account': 'Mein Konto behalten',
  'Your account was deleted': 'Ihr Konto wurde gelöscht',
  'As you asked.': 'Wie von Ihnen gewünscht.',
  'Your account, your folders and your files were deleted, as you asked.':
    'Ihr Konto, Ihre Ordner und Ihre Dateien wurden wie gewünscht gelöscht.',
  'We store only what the law requires, such as a submitted business registration and the log of deliveries, for the legal period and for no other purpose.':
    'Wir bewahren nur auf, was das Gesetz verlangt, etwa eine eingereichte Unternehmensregistrierung und das Lieferprotokoll, für die gesetzliche Frist und zu keinem anderen Zweck.',
  'Welcome to Tradepost, {{firstName}}': 'Willkommen bei Tradepost, {{firstName}}',
  '{{companyName}} is set up.': '{{companyName}} ist eingerichtet.',
  'Welcome, {{firstName}}': 'Willkommen, {{firstName}}',
  '{{companyName}} is set up on Tradepost.': '{{companyName}} ist bei Tradepost eingerichtet.',
  '{{#if isSender}}Next, complete your business registration. Then create a folder, invite your partners, and deliver your first data.{{else}}Next, open your invitations. After you accept one, you can see the folders delivered to you and request the files you need.{{/if}}':
    '{{#if isSender}}Schließen Sie als Nächstes Ihre Unternehmensregistrierung ab. Legen Sie dann einen Ordner an, laden Sie Ihre Partner ein und liefern Sie Ihre ersten Daten.{{else}}Öffnen Sie als Nächstes Ihre Einladungen. Nachdem Sie eine angenommen haben, sehen Sie die an Sie gelieferten Ordner und können die benötigten Dateien anfordern.{{/if}}',
  'You get this mail, once, because you set up {{companyName}} on Tradepost.':
    'Sie erhalten diese E-Mail einmalig, weil Sie {{companyName}} bei Tradepost eingerichtet haben.',
  'Open Tradepost': 'Tradepost öffnen',
  'Your business registration: {{state status}}': 'Ihre Unternehmensregistrierung: {{state status}}',
  'It has been reviewed.': 'Sie wurde geprüft.',
  'Your business registration': 'Ihre Unternehmensregistrierung',
  'Your business registration has been reviewed. Its status is now: {{state status}}.':
    'Ihre Unternehmensregistrierung wurde geprüft. Ihr Status ist jetzt: {{state status}}.',
  '{{#if reason}}The reviewer says: {{reason}}{{/if}}': '{{#if reason}}Hinweis der Prüfung: {{reason}}{{/if}}',
  'You get this mail because you submitted a business registration on Tradepost. Decisions about it are always sent.':
    'Sie erhalten diese E-Mail, weil Sie bei Tradepost eine Unternehmensregistrierung eingereicht haben. Entscheidungen darüber werden immer gesendet.',
  'Open the registration': 'Registrierung öffnen',
  'Please confirm your business registration': 'Bitte bestätigen Sie Ihre Unternehmensregistrierung',
  'The next review is due soon.': 'Die nächste Prüfung steht bald an.',
  'Is your registration still correct?': 'Ist Ihre Registrierung noch richtig?',
  'Your business registration was approved some time ago. The next review is due by {{time reverifyAt}}. Please open the registration, replace expired documents, and submit it again.':
    'Ihre Unternehmensregistrierung wurde vor einiger Zeit genehmigt. Die nächste Prüfung ist bis {{time reverifyAt}} fällig. Bitte öffnen Sie die Registrierung, ersetzen Sie abgelaufene Dokumente und reichen Sie sie erneut ein.',
  'You can use Tradepost normally during the review.': 'Sie können Tradepost während der Prüfung normal nutzen.',
  'You get this mail because you submitted a business registration on Tradepost. Mails about it are always sent.':
    'Sie erhalten diese E-Mail, weil Sie bei Tradepost eine Unternehmensregistrierung eingereicht haben. E-Mails dazu werden immer gesendet.',
  'A webhook was switched off': 'Ein Webhook wurde abgeschaltet',
  'Deliveries to {{host}} failed for days.': 'Zustellungen an {{host}} sind tagelang fehlgeschlagen.',
  'Deliveries to {{host}} have failed since {{time since}}, so the webhook was switched off.':
    'Zustellungen an {{host}} schlagen seit {{time since}} fehl, deshalb wurde der Webhook abgeschaltet.',
  'When the receiver works again, switch the webhook on and send the failed deliveries again.':
    'Wenn der Empfänger wieder funktioniert, schalten Sie den Webhook ein und senden Sie die fehlgeschlagenen Zustellungen erneut.',
  'You get this mail because your company has a webhook on Tradepost. Mails about failures are always sent.':
    'Sie erhalten diese E-Mail, weil Ihr Unternehmen bei Tradepost einen Webhook hat. E-Mails über Fehler werden immer gesendet.',
  'See the webhook': 'Webhook ansehen',
  '{{inviterEmail}} invites you to exchange data': '{{inviterEmail}} lädt Sie zum Datenaustausch ein',
  'Accept to see the folders delivered to you.': 'Nehmen Sie an, um die an Sie gelieferten Ordner zu sehen.',
  'You are invited': 'Sie sind eingeladen',
  '{{inviterEmail}} would like to share data with you on Tradepost.':
    '{{inviterEmail}} möchte über Tradepost Daten mit Ihnen teilen.',
  'Accept the invitation to see which company invites you, and the folders delivered to you.':
    'Nehmen Sie die Einladung an, um zu sehen, welches Unternehmen Sie einlädt und welche Ordner an Sie geliefert wurden.',
  'If you do not know this address, you can ignore this mail.':
    'Wenn Sie diese Adresse nicht kennen, können Sie diese E-Mail ignorieren.',
  'You get this mail because {{inviterEmail}} entered this address on Tradepost.':
    'Sie erhalten diese E-Mail, weil {{inviterEmail}} diese Adresse bei Tradepost eingegeben hat.',
  'Open the invitation': 'Einladung öffnen',
  '{{inviterEmail}} invites you to join a company': '{{inviterEmail}} lädt Sie in ein Unternehmen ein',
  'Accept to see the data of the company.': 'Nehmen Sie an, um die Daten des Unternehmens zu sehen.',
  'You are invited to join a company': 'Sie sind in ein Unternehmen eingeladen',
  '{{inviterEmail}} would like you to see the data of their company on Tradepost.':
    '{{inviterEmail}} möchte, dass Sie die Daten des Unternehmens in Tradepost sehen.',
  'Sign in with this address to see which company invites you. The invitation is valid until {{time expiresAt}}.':
    'Melden Sie sich mit dieser Adresse an, um zu sehen, welches Unternehmen Sie einlädt. Die Einladung gilt bis {{time expiresAt}}.',
  '{{partnerEmail}} accepted your invitation': '{{partnerEmail}} hat Ihre Einladung angenommen',
  'You can now deliver folders to this partner.': 'Sie können diesem Partner jetzt Ordner liefern.',
  'Invitation accepted': 'Einladung angenommen',
  '{{partnerEmail}} accepted the invitation from {{companyName}}. You can now deliver folders to this partner.':
    '{{partnerEmail}} hat die Einladung von {{companyName}} angenommen. Sie können diesem Partner jetzt Ordner liefern.',
  'You get this mail because you manage {{companyName}} on Tradepost.':
    'Sie erhalten diese E-Mail, weil Sie {{companyName}} bei Tradepost verwalten.',
  '{{partnerName}} ended your partnership': '{{partnerName}} hat Ihre Partnerschaft beendet',
  'Access to shared folders has ended.': 'Der Zugriff auf geteilte Ordner ist beendet.',
  'A partnership has ended': 'Eine Partnerschaft wurde beendet',
  '{{partnerName}} ended the partnership with {{companyName}} on Tradepost. You can no longer access each other’s folders.':
    '{{partnerName}} hat die Partnerschaft mit {{companyName}} bei Tradepost beendet. Sie haben gegenseitig keinen Zugriff mehr auf Ihre Ordner.',
  'If you did not expect this, ask your partner.': 'Wenn Sie das nicht erwartet haben, fragen Sie Ihren Partner.',
  'You get this mail because {{partnerName}} was your partner on Tradepost.':
    'Sie erhalten diese E-Mail, weil {{partnerName}} Ihr Partner bei Tradepost war.',
  '{{#if companyName}}{{companyName}} delivered "{{folderName}}" to you{{else}}{{senderEmail}} delivered a folder to you{{/if}}':
    '{{#if companyName}}{{companyName}} hat Ihnen „{{folderName}}“ geliefert{{else}}{{senderEmail}} hat Ihnen einen Ordner geliefert{{/if}}',
  'Browse it and request the files you need.': 'Sehen Sie ihn an und fordern Sie die benötigten Dateien an.',
  'A folder was delivered to you': 'Ein Ordner wurde an Sie geliefert',
  '{{#if companyName}}{{companyName}} delivered the folder "{{folderName}}" to you.{{else}}{{senderEmail}} delivered a folder to you on Tradepost.{{/if}} Browse it and request the files you need.':
    '{{#if companyName}}{{companyName}} hat Ihnen den Ordner „{{folderName}}“ geliefert.{{else}}{{senderEmail}} hat Ihnen über Tradepost einen Ordner geliefert.{{/if}} Sehen Sie ihn an und fordern Sie die benötigten Dateien an.',
  'You get this mail because a company shares data with this address on Tradepost.':
    'Sie erhalten diese E-Mail, weil ein Unternehmen über Tradepost Daten mit dieser Adresse teilt.',
  'See the folder': 'Ordner ansehen',
  '{{receiverEmail}} requests files from you': '{{receiverEmail}} fordert Dateien von Ihnen an',
  'Accept or reject the request.': 'Nehmen Sie die Anfrage an oder lehnen Sie sie ab.',
  'A request for your files': 'Eine Anfrage nach Ihren Dateien',
  '{{receiverEmail}} requested these files from {{companyName}}:':
    '{{receiverEmail}} hat diese Dateien von {{companyName}} angefordert:',
  'A request of {{receiverEmail}} needs your approval': 'Eine Anfrage von {{receiverEmail}} braucht Ihre Genehmigung',
  'Nobody can accept it without approvals.': 'Ohne Genehmigungen kann niemand sie annehmen.',
  'A request needs your approval': 'Eine Anfrage braucht Ihre Genehmigung',
  '{{receiverEmail}} requested these files from {{companyName}}. Before a colleague can accept, others must approve:':
    '{{receiverEmail}} hat diese Dateien von {{companyName}} angefordert. Bevor jemand aus Ihrem Unternehmen annehmen kann, müssen andere sie genehmigen:',
  'Look at the request': 'Anfrage ansehen',
  'The request of {{receiverEmail}} is assigned to you': 'Die Anfrage von {{receiverEmail}} ist Ihnen zugewiesen',
  '{{by}} assigned it to you.': '{{by}} hat sie Ihnen zugewiesen.',
  'A request is assigned to you': 'Ihnen ist eine Anfrage zugewiesen',
  '{{by}} assigned this request of {{receiverEmail}} to {{companyName}} to you:':
    '{{by}} hat Ihnen diese Anfrage von {{receiverEmail}} an {{companyName}} zugewiesen:',
  'Other people of your company can still answer it.':
    'Andere Personen Ihres Unternehmens können sie weiterhin beantworten.',
  'You get this mail because a colleague assigned a request to {{companyName}} to you on Tradepost.':
    'Sie erhalten diese E-Mail, weil ein Kollege Ihnen eine Anfrage an {{companyName}} auf Tradepost zugewiesen hat.',
  'A request is assigned to {{email}}, who is away': 'Eine Anfrage ist {{email}} zugewiesen; diese Person ist abwesend',
  'You stand in until {{time until}}.': 'Sie vertreten sie bis {{time until}}.',
  'You stand in for a colleague': 'Sie vertreten einen Kollegen',
  '{{by}} assigned this request of {{receiverEmail}} to {{companyName}} to {{email}}, who is away. You stand in until {{time until}}:':
    '{{by}} hat diese Anfrage von {{receiverEmail}} an {{companyName}} {{email}} zugewiesen. Diese Person ist abwesend; Sie vertreten sie bis {{time until}}:',
  'You get this mail because {{email}} chose you to stand in on Tradepost.':
    'Sie erhalten diese E-Mail, weil {{email}} Sie auf Tradepost als Vertretung gewählt hat.',
  'You get this mail because you approve requests for {{companyName}} on Tradepost.':
    'Sie erhalten diese E-Mail, weil Sie über Tradepost Anfragen für {{companyName}} genehmigen.',
  '{{companyName}} accepted your request': '{{companyName}} hat Ihre Anfrage angenommen',
  'Your request was accepted': 'Ihre Anfrage wurde angenommen',
  'Open the transfer': 'Übertragung öffnen',
  'You get this mail because you requested files from {{companyName}} on Tradepost.':
    'Sie erhalten diese E-Mail, weil Sie über Tradepost Dateien von {{companyName}} angefordert haben.',
  'Accept or reject': 'Annehmen oder ablehnen',
  '{{companyName}} rejected your request': '{{companyName}} hat Ihre Anfrage abgelehnt',
  '{{#if reason}}{{reason}}{{else}}No reason was given.{{/if}}':
    '{{#if reason}}{{reason}}{{else}}Es wurde kein Grund angegeben.{{/if}}',
  'Your request was rejected': 'Ihre Anfrage wurde abgelehnt',
  '{{companyName}} rejected your request for the files below.':
    '{{companyName}} hat Ihre Anfrage nach den folgenden Dateien abgelehnt.',
  '{{#if reason}}Their reason: {{reason}}{{/if}}': '{{#if reason}}Grund: {{reason}}{{/if}}',
  'You get this mail because {{companyName}} shares data with this address on Tradepost.':
    'Sie erhalten diese E-Mail, weil {{companyName}} über Tradepost Daten mit dieser Adresse teilt.',
  'Your code to accept a file request': 'Ihr Code zum Annehmen einer Dateianfrage',
  'For the request from {{companyName}}.': 'Für die Anfrage von {{companyName}}.',
  'Confirm it is you': 'Bestätigen Sie, dass Sie es sind',
  'Enter this code to accept the request from {{companyName}}.':
    'Geben Sie diesen Code ein, um die Anfrage von {{companyName}} anzunehmen.',
  'If you are not accepting a request right now, change your password.':
    'Wenn Sie gerade keine Anfrage annehmen, ändern Sie Ihr Passwort.',
  'Your files from {{companyName}} are ready': 'Ihre Dateien von {{companyName}} sind bereit',
  'Available until {{time expiry}}.': 'Verfügbar bis {{time expiry}}.',
  'Your files are ready': 'Ihre Dateien sind bereit',
  '{{companyName}} accepted your request. You can download these files until {{time expiry}}:':
    '{{companyName}} hat Ihre Anfrage angenommen. Sie können diese Dateien bis {{time expiry}} herunterladen:',
  'Only you and the sender can open this link, after signing in.':
    'Nur Sie und der Absender können diesen Link nach der Anmeldung öffnen.',
  'Download the files': 'Dateien herunterladen',
  'Your files from {{companyName}} expire soon': 'Ihre Dateien von {{companyName}} laufen bald ab',
  'Download them before {{time expiry}}.': 'Laden Sie sie vor {{time expiry}} herunter.',
  'Your files expire soon': 'Ihre Dateien laufen bald ab',
  'You have not downloaded these files from {{companyName}} yet. They are available until {{time expiry}}:':
    'Sie haben diese Dateien von {{companyName}} noch nicht heruntergeladen. Sie sind bis {{time expiry}} verfügbar:',
  '{{receiverEmail}} is downloading your files': '{{receiverEmail}} lädt Ihre Dateien herunter',
  'The first download of this transfer.': 'Der erste Download dieser Übertragung.',
  'Your files are being downloaded': 'Ihre Dateien werden heruntergeladen',
  '{{receiverEmail}} started downloading these files:':
    '{{receiverEmail}} hat begonnen, diese Dateien herunterzuladen:',
  'We notify you of the first download of each transfer; see your logs for the rest.':
    'Wir benachrichtigen Sie über den ersten Download jeder Übertragung; alles Weitere steht in Ihren Protokollen.',
  'You get this mail because your company delivered files to {{receiverEmail}} on Tradepost.':
    'Sie erhalten diese E-Mail, weil Ihr Unternehmen über Tradepost Dateien an {{receiverEmail}} geliefert hat.',
  'See the transfer': 'Übertragung ansehen',
  Unsubscribe: 'Abmelden',
  'Unknown device': 'Unbekanntes Gerät',
  'an unknown device': 'einem unbekannten Gerät',
  ' on ': ' unter ',
  'and {{count}} more': 'und {{count}} weitere',
  Terms: 'Nutzungsbedingungen',
  Privacy: 'Datenschutz',
  Help: 'Hilfe',
  Status: 'Status',
  Pending: 'Offen',
  Processing: 'In Bearbeitung',
  Approved: 'Genehmigt',
  Rejected: 'Abgelehnt',
  'Changes requested': 'Änderungen angefordert',
  '{{#if added}}A new passkey: {{name}}{{else}}A passkey was removed: {{name}}{{/if}}':
    '{{#if added}}Ein neuer Passkey: {{name}}{{else}}Ein Passkey wurde entfernt: {{name}}{{/if}}',
  '{{#if added}}A new passkey{{else}}A passkey was removed{{/if}}':
    '{{#if added}}Ein neuer Passkey{{else}}Ein Passkey wurde entfernt{{/if}}',
  '{{#if added}}The passkey "{{name}}" was added to your account from the address {{ip}} on {{time at}}. It signs in without your password.{{else}}The passkey "{{name}}" was removed from your account from the address {{ip}} on {{time at}}. It no longer signs in, and other sessions that it opened have ended.{{/if}}':
    '{{#if added}}Der Passkey „{{name}}“ wurde am {{time at}} von der Adresse {{ip}} zu Ihrem Konto hinzugefügt. Mit ihm meldet man sich ohne Ihr Passwort an.{{else}}Der Passkey „{{name}}“ wurde am {{time at}} von der Adresse {{ip}} aus Ihrem Konto entfernt. Er meldet nicht mehr an, und andere Sitzungen, die er geöffnet hat, wurden beendet.{{/if}}',
  '{{time at}}, address {{ip}}': '{{time at}}, Adresse {{ip}}',
  'If this was you, ignore this mail. If not, remove the passkeys that you do not know, change your password and end your other sessions.':
    'Wenn Sie das waren, ignorieren Sie diese E-Mail. Sonst entfernen Sie die Passkeys, die Sie nicht kennen, ändern Sie Ihr Passwort und beenden Sie Ihre anderen Sitzungen.',
  'See my security settings': 'Meine Sicherheitseinstellungen ansehen',
  'Your passkey {{name}} was refused': 'Ihr Passkey {{name}} wurde abgelehnt',
  'It may have been copied.': 'Er kann kopiert worden sein.',
  'A passkey may have been copied': 'Ein Passkey kann kopiert worden sein',
  'Someone used your passkey "{{name}}" from the address {{ip}} on {{time at}}. It was refused, because a second device may have a copy of it.':
    'Jemand hat Ihren Passkey „{{name}}“ am {{time at}} von der Adresse {{ip}} verwendet. Er wurde abgelehnt, weil ein zweites Gerät eine Kopie davon haben kann.',
  'Remove this passkey and add a new one. If this was not you, change your password too.':
    'Entfernen Sie diesen Passkey und fügen Sie einen neuen hinzu. Wenn Sie das nicht waren, ändern Sie auch Ihr Passwort.',
  '{{twoStep change}}': '{{twoStep change}}',
  'Two-step sign-in was turned on': 'Die Anmeldung in zwei Schritten wurde eingeschaltet',
  'Another authenticator app is now used for two-step sign-in':
    'Für die Anmeldung in zwei Schritten gilt jetzt eine andere Authenticator-App',
  'Two-step sign-in was turned off': 'Die Anmeldung in zwei Schritten wurde ausgeschaltet',
  'New recovery codes replaced the earlier ones': 'Neue Wiederherstellungscodes haben die bisherigen ersetzt',
  '{{twoStep change}}. This happened from the address {{ip}} on {{time at}}.':
    '{{twoStep change}}. Das geschah am {{time at}} von der Adresse {{ip}}.',
  'If this was you, ignore this mail. If not, change your password, set up two-step sign-in again, and end your other sessions.':
    'Wenn Sie das waren, ignorieren Sie diese E-Mail. Wenn nicht, ändern Sie Ihr Passwort, richten Sie die Anmeldung in zwei Schritten neu ein und beenden Sie Ihre anderen Sitzungen.',
};
