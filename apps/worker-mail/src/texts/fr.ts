import { keys } from './keys/fr';

export const fr: Record<string, string> = {
  ...keys,
  'Your Tradepost verification code': 'Votre code de vérification Tradepost',
  'Confirm your email to finish signing up.': 'Confirmez votre adresse pour terminer l’inscription.',
  'Confirm your email': 'Confirmez votre adresse',
  'Hello,': 'Bonjour,',
  'Someone signed up to Tradepost with this address on {{time at}}, from {{knownDevice agent}}, address {{ip}}.':
    'Quelqu’un s’est inscrit à Tradepost avec cette adresse le {{time at}}, depuis {{knownDevice agent}}, adresse {{ip}}.',
  'If this was you, enter this code where you signed up, or use the link below.':
    'Si c’était vous, saisissez ce code là où vous vous êtes inscrit ou utilisez le lien ci-dessous.',
  'The code works once and is valid for 10 minutes. Tradepost staff will never ask you for it.':
    'Le code fonctionne une fois et est valable 10 minutes. Le personnel de Tradepost ne vous le demandera jamais.',
  'If this was not you, you can ignore this mail. Nothing happens unless someone uses the code or the link.':
    'Si ce n’était pas vous, vous pouvez ignorer cet e-mail. Rien ne se passe si personne n’utilise le code ou le lien.',
  'You get this mail because someone signed up to Tradepost with this address.':
    'Vous recevez cet e-mail parce que quelqu’un s’est inscrit à Tradepost avec cette adresse.',
  'Verify my email': 'Confirmer mon adresse',
  'Your Tradepost password reset code': 'Votre code de réinitialisation du mot de passe Tradepost',
  'Enter it to choose a new password.': 'Saisissez-le pour choisir un nouveau mot de passe.',
  'Choose a new password': 'Choisissez un nouveau mot de passe',
  'Hello {{firstName}},': 'Bonjour {{firstName}},',
  'Enter this code to reset your password.': 'Saisissez ce code pour réinitialiser votre mot de passe.',
  'If you did not request this, you can ignore this mail. Your password stays the same.':
    'Si vous n’avez rien demandé, vous pouvez ignorer cet e-mail. Votre mot de passe reste le même.',
  'You get this mail because someone asked to reset the password of this address on Tradepost.':
    'Vous recevez cet e-mail parce que quelqu’un a demandé à réinitialiser le mot de passe de cette adresse sur Tradepost.',
  'You already have a Tradepost account': 'Vous avez déjà un compte Tradepost',
  'Sign in, or reset your password.': 'Connectez-vous ou réinitialisez votre mot de passe.',
  'You already have an account': 'Vous avez déjà un compte',
  'Someone signed up with this email address on {{time at}}, from {{knownDevice agent}}, address {{ip}}.':
    'Quelqu’un s’est inscrit avec cette adresse le {{time at}}, depuis {{knownDevice agent}}, adresse {{ip}}.',
  'It already has an account. If this was you, you can sign in.':
    'Elle a déjà un compte. Si c’était vous, vous pouvez vous connecter.',
  'If this was not you, you can ignore this mail. Nothing has changed.':
    'Si ce n’était pas vous, vous pouvez ignorer cet e-mail. Rien n’a changé.',
  'Sign in': 'Se connecter',
  'Forgot your password? Reset it': 'Mot de passe oublié ? Réinitialisez-le',
  'Your Tradepost password was changed': 'Votre mot de passe Tradepost a été changé',
  'Your other devices were signed out.': 'Vos autres appareils ont été déconnectés.',
  'Your password was changed': 'Votre mot de passe a été changé',
  'The password of your account was just changed, and your other devices were signed out.':
    'Le mot de passe de votre compte vient d’être changé et vos autres appareils ont été déconnectés.',
  'If this was you, ignore this mail. If not, reset your password now, remove the passkeys that you do not know, and inform your contact at Tradepost.':
    'Si c’était vous, ignorez cet e-mail. Sinon, réinitialisez votre mot de passe maintenant, supprimez les clés d’accès que vous ne connaissez pas et informez votre contact chez Tradepost.',
  'You get this mail because this address belongs to a Tradepost account. Security emails are always sent.':
    'Vous recevez cet e-mail parce que cette adresse appartient à un compte Tradepost. Les e-mails de sécurité sont toujours envoyés.',
  'This was not me': 'Ce n’était pas moi',
  'New sign-in to your Tradepost account': 'Nouvelle connexion à votre compte Tradepost',
  '{{device agent}}, {{time at}}': '{{device agent}}, {{time at}}',
  'A sign-in from a new device': 'Une connexion depuis un nouvel appareil',
  'Someone signed in to your account from a new device:':
    'Quelqu’un s’est connecté à votre compte depuis un nouvel appareil :',
  '{{device agent}}, address {{ip}}, on {{time at}}.': '{{device agent}}, adresse {{ip}}, le {{time at}}.',
  'If this was you, ignore this mail. If not, end this session and change your password.':
    'Si c’était vous, ignorez cet e-mail. Sinon, mettez fin à cette session et changez votre mot de passe.',
  'See my sessions': 'Voir mes sessions',
  'A new API key: {{name}}': 'Une nouvelle clé API : {{name}}',
  'Programs can use it to act for your company.':
    'Des programmes peuvent l’utiliser pour agir au nom de votre entreprise.',
  'A new API key': 'Une nouvelle clé API',
  '{{#if by}}{{by}}, a co-owner of your company, created the API key "{{name}}" from the address {{ip}} on {{time at}}. It expires on {{time expiresAt}}.{{else}}The API key "{{name}}" was created in your account from the address {{ip}} on {{time at}}. It expires on {{time expiresAt}}.{{/if}}':
    '{{#if by}}{{by}}, copropriétaire de votre entreprise, a créé la clé API « {{name}} » depuis l’adresse {{ip}} le {{time at}}. Elle expire le {{time expiresAt}}.{{else}}La clé API « {{name}} » a été créée dans votre compte depuis l’adresse {{ip}} le {{time at}}. Elle expire le {{time expiresAt}}.{{/if}}',
  '{{#if mayAcceptWithoutCode}}{{#if by}}It may accept requests without a code.{{else}}You explicitly authorised it to accept requests without a code.{{/if}}{{/if}}':
    '{{#if mayAcceptWithoutCode}}{{#if by}}Elle peut accepter des demandes sans code.{{else}}Vous l’avez expressément autorisée à accepter des demandes sans code.{{/if}}{{/if}}',
  '{{#if opensSealed}}It has a key for encrypted files: programs that use it can open your end-to-end encrypted files.{{/if}}':
    '{{#if opensSealed}}Elle a une clé pour les fichiers chiffrés : les programmes qui l’utilisent peuvent ouvrir vos fichiers chiffrés de bout en bout.{{/if}}',
  'Anyone who has this key can do the following for your company:':
    'Quiconque possède cette clé peut, pour votre entreprise :',
  '{{#if by}}If you did not expect this, revoke the key at once.{{else}}If this was not you, revoke the key at once and change your password.{{/if}}':
    '{{#if by}}Si vous ne vous y attendiez pas, révoquez la clé aussitôt.{{else}}Si ce n’était pas vous, révoquez la clé aussitôt et changez votre mot de passe.{{/if}}',
  'See my keys': 'Voir mes clés',
  'Your API key {{name}} expires soon': 'Votre clé API {{name}} expire bientôt',
  'It expires on {{time expiresAt}}.': 'Elle expire le {{time expiresAt}}.',
  'An API key expires soon': 'Une clé API expire bientôt',
  'The API key "{{name}}" expires on {{time expiresAt}}. After that, programs that use it are rejected.':
    'La clé API « {{name}} » expire le {{time expiresAt}}. Ensuite, les programmes qui l’utilisent sont refusés.',
  '{{#if lastUsedAt}}It was last used on {{time lastUsedAt}}.{{else}}It was never used.{{/if}}':
    '{{#if lastUsedAt}}Dernière utilisation le {{time lastUsedAt}}.{{else}}Elle n’a jamais été utilisée.{{/if}}',
  'If you still need it, create a new key, use it in your programs, and revoke this one.':
    'Si vous en avez encore besoin, créez une nouvelle clé, utilisez-la dans vos programmes et révoquez celle-ci.',
  'Your account will be deleted': 'Votre compte sera supprimé',
  'You can still cancel this.': 'Vous pouvez encore annuler.',
  'You asked us to delete your account. It will be deleted on {{time deletionAt}} with your folders and files. Your partnerships and open transfers end at that time.':
    'Vous nous avez demandé de supprimer votre compte. Il sera supprimé le {{time deletionAt}} avec vos dossiers et fichiers. Vos partenariats et transferts en cours prendront fin à ce moment.',
  'Until then, you can use your account normally and cancel the deletion at any time.':
    'D’ici là, vous pouvez utiliser votre compte normalement et annuler la suppression à tout moment.',
  'If you did not ask for this, sign in, keep the account and change your password.':
    'Si vous ne l’avez pas demandé, connectez-vous, conservez le compte et changez votre mot de passe.',
  'Keep my account': 'Conserver mon compte',
  'Your account was deleted': 'Votre compte a été supprimé',
  'As you asked.': 'Comme vous l’avez demandé.',
  'Your account, your folders and your files were deleted, as you asked.':
    'Votre compte, vos dossiers et vos fichiers ont été supprimés, comme vous l’avez demandé.',
  'We store only what the law requires, such as a submitted business registration and the log of deliveries, for the legal period and for no other purpose.':
    'Nous ne conservons que ce que la loi exige, comme un enregistrement d’entreprise soumis et le journal des livraisons, pour la durée légale et à aucune autre fin.',
  'Welcome to Tradepost, {{firstName}}': 'Bienvenue sur Tradepost, {{firstName}}',
  '{{companyName}} is set up.': '{{companyName}} est configurée.',
  'Welcome, {{firstName}}': 'Bienvenue, {{firstName}}',
  '{{companyName}} is set up on Tradepost.': '{{companyName}} est configurée sur Tradepost.',
  '{{#if isSender}}Next, complete your business registration. Then create a folder, invite your partners, and deliver your first data.{{else}}Next, open your invitations. After you accept one, you can see the folders delivered to you and request the files you need.{{/if}}':
    '{{#if isSender}}Ensuite, terminez l’enregistrement de votre entreprise. Puis créez un dossier, invitez vos partenaires et livrez vos premières données.{{else}}Ensuite, ouvrez vos invitations. Après en avoir accepté une, vous voyez les dossiers qui vous sont livrés et pouvez demander les fichiers nécessaires.{{/if}}',
  'You get this mail, once, because you set up {{companyName}} on Tradepost.':
    'Vous recevez cet e-mail, une seule fois, parce que vous avez configuré {{companyName}} sur Tradepost.',
  'Open Tradepost': 'Ouvrir Tradepost',
  'Your business registration: {{state status}}': 'Enregistrement de votre entreprise : {{state status}}',
  'It has been reviewed.': 'Il a été examiné.',
  'Your business registration': 'L’enregistrement de votre entreprise',
  'Your business registration has been reviewed. Its status is now: {{state status}}.':
    'L’enregistrement de votre entreprise a été examiné. Son statut est maintenant : {{state status}}.',
  '{{#if reason}}The reviewer says: {{reason}}{{/if}}': '{{#if reason}}L’examen indique : {{reason}}{{/if}}',
  'You get this mail because you submitted a business registration on Tradepost. Decisions about it are always sent.':
    'Vous recevez cet e-mail parce que vous avez soumis un enregistrement d’entreprise sur Tradepost. Les décisions à ce sujet sont toujours envoyées.',
  'Open the registration': 'Ouvrir l’enregistrement',
  'Please confirm your business registration': 'Veuillez confirmer l’enregistrement de votre entreprise',
  'The next review is due soon.': 'Le prochain examen approche.',
  'Is your registration still correct?': 'Votre enregistrement est-il encore correct ?',
  'Your business registration was approved some time ago. The next review is due by {{time reverifyAt}}. Please open the registration, replace expired documents, and submit it again.':
    'L’enregistrement de votre entreprise a été approuvé il y a quelque temps. Le prochain examen est prévu d’ici le {{time reverifyAt}}. Veuillez ouvrir l’enregistrement, remplacer les documents expirés et le soumettre à nouveau.',
  'You can use Tradepost normally during the review.': 'Vous pouvez utiliser Tradepost normalement pendant l’examen.',
  'You get this mail because you submitted a business registration on Tradepost. Mails about it are always sent.':
    'Vous recevez cet e-mail parce que vous avez soumis un enregistrement d’entreprise sur Tradepost. Les e-mails à ce sujet sont toujours envoyés.',
  'A webhook was switched off': 'Un webhook a été désactivé',
  'Deliveries to {{host}} failed for days.': 'Les livraisons vers {{host}} échouent depuis des jours.',
  'Deliveries to {{host}} have failed since {{time since}}, so the webhook was switched off.':
    'Les livraisons vers {{host}} échouent depuis le {{time since}} ; le webhook a donc été désactivé.',
  'When the receiver works again, switch the webhook on and send the failed deliveries again.':
    'Quand le destinataire fonctionnera à nouveau, activez le webhook et renvoyez les livraisons échouées.',
  'You get this mail because your company has a webhook on Tradepost. Mails about failures are always sent.':
    'Vous recevez cet e-mail parce que votre entreprise a un webhook sur Tradepost. Les e-mails sur les échecs sont toujours envoyés.',
  'See the webhook': 'Voir le webhook',
  '{{inviterEmail}} invites you to exchange data': '{{inviterEmail}} vous invite à échanger des données',
  'Accept to see the folders delivered to you.': 'Acceptez pour voir les dossiers qui vous sont livrés.',
  'You are invited': 'Vous êtes invité',
  '{{inviterEmail}} would like to share data with you on Tradepost.':
    '{{inviterEmail}} souhaite partager des données avec vous sur Tradepost.',
  'Accept the invitation to see which company invites you, and the folders delivered to you.':
    'Acceptez l’invitation pour voir quelle entreprise vous invite et les dossiers qui vous sont livrés.',
  'If you do not know this address, you can ignore this mail.':
    'Si vous ne connaissez pas cette adresse, vous pouvez ignorer cet e-mail.',
  'You get this mail because {{inviterEmail}} entered this address on Tradepost.':
    'Vous recevez cet e-mail parce que {{inviterEmail}} a saisi cette adresse sur Tradepost.',
  'Open the invitation': 'Ouvrir l’invitation',
  '{{inviterEmail}} invites you to join a company': '{{inviterEmail}} vous invite à rejoindre une entreprise',
  'Accept to see the data of the company.': 'Acceptez pour voir les données de l’entreprise.',
  'You are invited to join a company': 'Vous êtes invité à rejoindre une entreprise',
  '{{inviterEmail}} would like you to see the data of their company on Tradepost.':
    '{{inviterEmail}} souhaite que vous voyiez les données de son entreprise sur Tradepost.',
  'Sign in with this address to see which company invites you. The invitation is valid until {{time expiresAt}}.':
    'Connectez-vous avec cette adresse pour voir quelle entreprise vous invite. L’invitation est valable jusqu’au {{time expiresAt}}.',
  '{{partnerEmail}} accepted your invitation': '{{partnerEmail}} a accepté votre invitation',
  'You can now deliver folders to this partner.': 'Vous pouvez maintenant livrer des dossiers à ce partenaire.',
  'Invitation accepted': 'Invitation acceptée',
  '{{partnerEmail}} accepted the invitation from {{companyName}}. You can now deliver folders to this partner.':
    '{{partnerEmail}} a accepté l’invitation de {{companyName}}. Vous pouvez maintenant livrer des dossiers à ce partenaire.',
  'You get this mail because you manage {{companyName}} on Tradepost.':
    'Vous recevez cet e-mail parce que vous gérez {{companyName}} sur Tradepost.',
  '{{partnerName}} ended your partnership': '{{partnerName}} a mis fin à votre partenariat',
  'Access to shared folders has ended.': 'L’accès aux dossiers partagés est terminé.',
  'A partnership has ended': 'Un partenariat a pris fin',
  '{{partnerName}} ended the partnership with {{companyName}} on Tradepost. You can no longer access each other’s folders.':
    '{{partnerName}} a mis fin au partenariat avec {{companyName}} sur Tradepost. Vous n’avez plus accès aux dossiers l’un de l’autre.',
  'If you did not expect this, ask your partner.': 'Si vous ne vous y attendiez pas, interrogez votre partenaire.',
  'You get this mail because {{partnerName}} was your partner on Tradepost.':
    'Vous recevez cet e-mail parce que {{partnerName}} était votre partenaire sur Tradepost.',
  '{{#if companyName}}{{companyName}} delivered "{{folderName}}" to you{{else}}{{senderEmail}} delivered a folder to you{{/if}}':
    '{{#if companyName}}{{companyName}} vous a livré « {{folderName}} »{{else}}{{senderEmail}} vous a livré un dossier{{/if}}',
  'Browse it and request the files you need.': 'Parcourez-le et demandez les fichiers nécessaires.',
  'A folder was delivered to you': 'Un dossier vous a été livré',
  '{{#if companyName}}{{companyName}} delivered the folder "{{folderName}}" to you.{{else}}{{senderEmail}} delivered a folder to you on Tradepost.{{/if}} Browse it and request the files you need.':
    '{{#if companyName}}{{companyName}} vous a livré le dossier « {{folderName}} ».{{else}}{{senderEmail}} vous a livré un dossier sur Tradepost.{{/if}} Parcourez-le et demandez les fichiers nécessaires.',
  'You get this mail because a company shares data with this address on Tradepost.':
    'Vous recevez cet e-mail parce qu’une entreprise partage des données avec cette adresse sur Tradepost.',
  'See the folder': 'Voir le dossier',
  '{{receiverEmail}} requests files from you': '{{receiverEmail}} vous demande des fichiers',
  'Accept or reject the request.': 'Acceptez ou refusez la demande.',
  'A request for your files': 'Une demande portant sur vos fichiers',
  '{{receiverEmail}} requested these files from {{companyName}}:':
    '{{receiverEmail}} a demandé ces fichiers à {{companyName}} :',
  'A request of {{receiverEmail}} needs your approval': 'Une demande de {{receiverEmail}} attend votre approbation',
  'Nobody can accept it without approvals.': 'Personne ne peut l’accepter sans approbations.',
  'A request needs your approval': 'Une demande attend votre approbation',
  '{{receiverEmail}} requested these files from {{companyName}}. Before a colleague can accept, others must approve:':
    '{{receiverEmail}} a demandé ces fichiers à {{companyName}}. Avant qu’un collègue puisse accepter, d’autres doivent approuver :',
  'Look at the request': 'Voir la demande',
  'The request of {{receiverEmail}} is assigned to you': 'La demande de {{receiverEmail}} vous est attribuée',
  '{{by}} assigned it to you.': '{{by}} vous l’a attribuée.',
  'A request is assigned to you': 'Une demande vous est attribuée',
  '{{by}} assigned this request of {{receiverEmail}} to {{companyName}} to you:':
    '{{by}} vous a attribué cette demande de {{receiverEmail}} à {{companyName}} :',
  'Other people of your company can still answer it.':
    'D’autres personnes de votre entreprise peuvent toujours y répondre.',
  'You get this mail because a colleague assigned a request to {{companyName}} to you on Tradepost.':
    'Vous recevez cet e-mail parce qu’un collègue vous a attribué une demande à {{companyName}} sur Tradepost.',
  'A request is assigned to {{email}}, who is away': 'Une demande est attribuée à {{email}}, qui est absent',
  'You stand in until {{time until}}.': 'Vous le remplacez jusqu’au {{time until}}.',
  'You stand in for a colleague': 'Vous remplacez un collègue',
  '{{by}} assigned this request of {{receiverEmail}} to {{companyName}} to {{email}}, who is away. You stand in until {{time until}}:':
    '{{by}} a attribué cette demande de {{receiverEmail}} à {{companyName}} à {{email}}, qui est absent. Vous le remplacez jusqu’au {{time until}} :',
  'You get this mail because {{email}} chose you to stand in on Tradepost.':
    'Vous recevez cet e-mail parce que {{email}} vous a choisi comme remplaçant sur Tradepost.',
  'You get this mail because you approve requests for {{companyName}} on Tradepost.':
    'Vous recevez cet e-mail parce que vous approuvez les demandes pour {{companyName}} sur Tradepost.',
  '{{companyName}} accepted your request': '{{companyName}} a accepté votre demande',
  'Your request was accepted': 'Votre demande a été acceptée',
  'Open the transfer': 'Ouvrir le transfert',
  'You get this mail because you requested files from {{companyName}} on Tradepost.':
    'Vous recevez cet e-mail parce que vous avez demandé des fichiers à {{companyName}} sur Tradepost.',
  'Accept or reject': 'Accepter ou refuser',
  '{{companyName}} rejected your request': '{{companyName}} a refusé votre demande',
  '{{#if reason}}{{reason}}{{else}}No reason was given.{{/if}}':
    '{{#if reason}}{{reason}}{{else}}Aucun motif n’a été donné.{{/if}}',
  'Your request was rejected': 'Votre demande a été refusée',
  '{{companyName}} rejected your request for the files below.':
    '{{companyName}} a refusé votre demande pour les fichiers ci-dessous.',
  '{{#if reason}}Their reason: {{reason}}{{/if}}': '{{#if reason}}Motif : {{reason}}{{/if}}',
  'You get this mail because {{companyName}} shares data with this address on Tradepost.':
    'Vous recevez cet e-mail parce que {{companyName}} partage des données avec cette adresse sur Tradepost.',
  'Your code to accept a file request': 'Votre code pour accepter une demande de fichiers',
  'For the request from {{companyName}}.': 'Pour la demande de {{companyName}}.',
  'Confirm it is you': 'Confirmez que c’est vous',
  'Enter this code to accept the request from {{companyName}}.':
    'Saisissez ce code pour accepter la demande de {{companyName}}.',
  'If you are not accepting a request right now, change your password.':
    'Si vous n’acceptez pas de demande en ce moment, changez votre mot de passe.',
  'Your files from {{companyName}} are ready': 'Vos fichiers de {{companyName}} sont prêts',
  'Available until {{time expiry}}.': 'Disponibles jusqu’au {{time expiry}}.',
  'Your files are ready': 'Vos fichiers sont prêts',
  '{{companyName}} accepted your request. You can download these files until {{time expiry}}:':
    '{{companyName}} a accepté votre demande. Vous pouvez télécharger ces fichiers jusqu’au {{time expiry}} :',
  'Only you and the sender can open this link, after signing in.':
    'Seuls vous et l’expéditeur pouvez ouvrir ce lien, après connexion.',
  'Download the files': 'Télécharger les fichiers',
  'Your files from {{companyName}} expire soon': 'Vos fichiers de {{companyName}} expirent bientôt',
  'Download them before {{time expiry}}.': 'Téléchargez-les avant le {{time expiry}}.',
  'Your files expire soon': 'Vos fichiers expirent bientôt',
  'You have not downloaded these files from {{companyName}} yet. They are available until {{time expiry}}:':
    'Vous n’avez pas encore téléchargé ces fichiers de {{companyName}}. Ils sont disponibles jusqu’au {{time expiry}} :',
  '{{receiverEmail}} is downloading your files': '{{receiverEmail}} télécharge vos fichiers',
  'The first download of this transfer.': 'Le premier téléchargement de ce transfert.',
  'Your files are being downloaded': 'Vos fichiers sont en cours de téléchargement',
  '{{receiverEmail}} started downloading these files:': '{{receiverEmail}} a commencé à télécharger ces fichiers :',
  'We notify you of the first download of each transfer; see your logs for the rest.':
    'Nous vous informons du premier téléchargement de chaque transfert ; consultez vos journaux pour les suivants.',
  'You get this mail because your company delivered files to {{receiverEmail}} on Tradepost.':
    'Vous recevez cet e-mail parce que votre entreprise a livré des fichiers à {{receiverEmail}} sur Tradepost.',
  'See the transfer': 'Voir le transfert',
  Unsubscribe: 'Se désabonner',
  'Unknown device': 'Appareil inconnu',
  'an unknown device': 'un appareil inconnu',
  ' on ': ' sur ',
  'and {{count}} more': 'et {{count}} autres',
  Terms: 'Conditions d’utilisation',
  Privacy: 'Confidentialité',
  Help: 'Aide',
  Status: 'État du service',
  Pending: 'En attente',
  Processing: 'En cours',
  Approved: 'Approuvé',
  Rejected: 'Refusé',
  'Changes requested': 'Modifications demandées',
  '{{#if added}}A new passkey: {{name}}{{else}}A passkey was removed: {{name}}{{/if}}':
    '{{#if added}}Une nouvelle clé d’accès : {{name}}{{else}}Une clé d’accès a été supprimée : {{name}}{{/if}}',
  '{{#if added}}A new passkey{{else}}A passkey was removed{{/if}}':
    '{{#if added}}Une nouvelle clé d’accès{{else}}Une clé d’accès a été supprimée{{/if}}',
  '{{#if added}}The passkey "{{name}}" was added to your account from the address {{ip}} on {{time at}}. It signs in without your password.{{else}}The passkey "{{name}}" was removed from your account from the address {{ip}} on {{time at}}. It no longer signs in, and other sessions that it opened have ended.{{/if}}':
    '{{#if added}}La clé d’accès « {{name}} » a été ajoutée à votre compte depuis l’adresse {{ip}} le {{time at}}. Elle permet de se connecter sans votre mot de passe.{{else}}La clé d’accès « {{name}} » a été supprimée de votre compte depuis l’adresse {{ip}} le {{time at}}. Elle ne permet plus de se connecter, et les autres sessions qu’elle a ouvertes ont pris fin.{{/if}}',
  '{{time at}}, address {{ip}}': '{{time at}}, adresse {{ip}}',
  'If this was you, ignore this mail. If not, remove the passkeys that you do not know, change your password and end your other sessions.':
    'Si c’était vous, ignorez cet e-mail. Sinon, supprimez les clés d’accès que vous ne connaissez pas, changez votre mot de passe et mettez fin à vos autres sessions.',
  'See my security settings': 'Voir mes paramètres de sécurité',
  'Your passkey {{name}} was refused': 'Votre clé d’accès {{name}} a été refusée',
  'It may have been copied.': 'Elle a peut-être été copiée.',
  'A passkey may have been copied': 'Une clé d’accès a peut-être été copiée',
  'Someone used your passkey "{{name}}" from the address {{ip}} on {{time at}}. It was refused, because a second device may have a copy of it.':
    'Quelqu’un a utilisé votre clé d’accès « {{name}} » depuis l’adresse {{ip}} le {{time at}}. Elle a été refusée, car un second appareil en a peut-être une copie.',
  'Remove this passkey and add a new one. If this was not you, change your password too.':
    'Supprimez cette clé d’accès et ajoutez-en une nouvelle. Si ce n’était pas vous, changez aussi votre mot de passe.',
  '{{twoStep change}}': '{{twoStep change}}',
  'Two-step sign-in was turned on': 'La connexion en deux étapes a été activée',
  'Another authenticator app is now used for two-step sign-in':
    'Une autre application d’authentification sert désormais à la connexion en deux étapes',
  'Two-step sign-in was turned off': 'La connexion en deux étapes a été désactivée',
  'New recovery codes replaced the earlier ones': 'De nouveaux codes de récupération ont remplacé les anciens',
  '{{twoStep change}}. This happened from the address {{ip}} on {{time at}}.':
    '{{twoStep change}}. Cela s’est passé depuis l’adresse {{ip}} le {{time at}}.',
  'If this was you, ignore this mail. If not, change your password, set up two-step sign-in again, and end your other sessions.':
    'Si c’était vous, ignorez cet e-mail. Sinon, changez votre mot de passe, reconfigurez la connexion en deux étapes et mettez fin à vos autres sessions.',
};
