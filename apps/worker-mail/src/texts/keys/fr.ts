/** About encryption keys. */
export const keys: Record<string, string> = {
  '{{recovery step}}': '{{recovery step}}',
  'Recovery shares were given to members': 'Des parts de récupération ont été remises à des membres',
  'The recovery shares were ended': 'Les parts de récupération ont été annulées',
  'A recovery of the encryption keys was started': 'Une récupération des clés de chiffrement a été lancée',
  'A member approved the recovery of the encryption keys':
    'Un membre a approuvé la récupération des clés de chiffrement',
  'The recovery of the encryption keys was stopped': 'La récupération des clés de chiffrement a été arrêtée',
  'The encryption keys were recovered': 'Les clés de chiffrement ont été récupérées',
  '{{companyName}}: {{recovery step}}. {{by}} did this from the address {{ip}} on {{time at}}.':
    '{{companyName}}: {{recovery step}}. {{by}} l’a fait depuis l’adresse {{ip}} le {{time at}}.',
  'Approve a recovery only after you have compared its security number with the owner by phone or in person. If the owner did not start it, do not approve it, and stop it. If you are the owner and did not do this, stop the recovery, change your password, and end your other sessions: someone may use your mailbox.':
    'N’approuvez une récupération qu’après avoir comparé son numéro de sécurité avec le propriétaire, par téléphone ou en personne. Si le propriétaire ne l’a pas lancée, ne l’approuvez pas et arrêtez-la. Si vous êtes le propriétaire et que ce n’était pas vous, arrêtez la récupération, changez votre mot de passe et fermez vos autres sessions : quelqu’un utilise peut-être votre messagerie.',
  '{{#if taken}}Your encryption key was opened on another device{{else}}A device asks for your encryption key{{/if}}':
    '{{#if taken}}Votre clé de chiffrement a été ouverte sur un autre appareil{{else}}Un appareil demande votre clé de chiffrement{{/if}}',
  '{{#if taken}}Your key on another device{{else}}A device asks for your key{{/if}}':
    '{{#if taken}}Votre clé sur un autre appareil{{else}}Un appareil demande votre clé{{/if}}',
  '{{#if taken}}You typed the number of another device, and this device now has your encryption key:{{else}}A device that signed in as you asks for your encryption key:{{/if}}':
    '{{#if taken}}Vous avez saisi le numéro d’un autre appareil, et cet appareil a maintenant votre clé de chiffrement :{{else}}Un appareil qui s’est connecté en votre nom demande votre clé de chiffrement :{{/if}}',
  '{{#if taken}}If this was you, ignore this mail. If not, create another key in your security settings at once, and tell the owner of your company and those who run your sign-in service.{{else}}If this was you, type the number that the device shows on a device that opens your key. If not, refuse it, and tell those who run your sign-in service. Never type a number that someone sends or reads to you.{{/if}}':
    '{{#if taken}}Si c’était vous, ignorez cet e-mail. Sinon, créez aussitôt une autre clé dans vos paramètres de sécurité, et prévenez le propriétaire de votre entreprise et ceux qui gèrent votre service de connexion.{{else}}Si c’était vous, saisissez le numéro que l’appareil affiche sur un appareil qui ouvre votre clé. Sinon, refusez-le, et prévenez ceux qui gèrent votre service de connexion. Ne saisissez jamais un numéro que quelqu’un vous envoie ou vous lit.{{/if}}',
};
