/** About encryption keys. */
export const keys: Record<string, string> = {
  '{{recovery step}}': '{{recovery step}}',
  'Recovery shares were given to members': 'Wiederherstellungsanteile wurden an Mitglieder gegeben',
  'The recovery shares were ended': 'Die Wiederherstellungsanteile wurden beendet',
  'A recovery of the encryption keys was started': 'Eine Wiederherstellung der Schlüssel wurde begonnen',
  'A member approved the recovery of the encryption keys':
    'Ein Mitglied hat der Wiederherstellung der Schlüssel zugestimmt',
  'The recovery of the encryption keys was stopped': 'Die Wiederherstellung der Schlüssel wurde angehalten',
  'The encryption keys were recovered': 'Die Schlüssel wurden wiederhergestellt',
  '{{companyName}}: {{recovery step}}. {{by}} did this from the address {{ip}} on {{time at}}.':
    '{{companyName}}: {{recovery step}}. Das hat {{by}} am {{time at}} von der Adresse {{ip}} getan.',
  'Approve a recovery only after you have compared its security number with the owner by phone or in person. If the owner did not start it, do not approve it, and stop it. If you are the owner and did not do this, stop the recovery, change your password, and end your other sessions: someone may use your mailbox.':
    'Stimmen Sie einer Wiederherstellung erst zu, nachdem Sie ihre Sicherheitsnummer telefonisch oder persönlich mit dem Inhaber verglichen haben. Wenn der Inhaber sie nicht begonnen hat, stimmen Sie nicht zu und halten Sie sie an. Wenn Sie der Inhaber sind und das nicht waren, halten Sie die Wiederherstellung an, ändern Sie Ihr Passwort und beenden Sie Ihre anderen Sitzungen: Jemand kann Ihr Postfach verwenden.',
  '{{#if taken}}Your encryption key was opened on another device{{else}}A device asks for your encryption key{{/if}}':
    '{{#if taken}}Ihr Schlüssel wurde auf einem anderen Gerät geöffnet{{else}}Ein Gerät fragt nach Ihrem Schlüssel{{/if}}',
  '{{#if taken}}Your key on another device{{else}}A device asks for your key{{/if}}':
    '{{#if taken}}Ihr Schlüssel auf einem anderen Gerät{{else}}Ein Gerät fragt nach Ihrem Schlüssel{{/if}}',
  '{{#if taken}}You typed the number of another device, and this device now has your encryption key:{{else}}A device that signed in as you asks for your encryption key:{{/if}}':
    '{{#if taken}}Sie haben die Nummer eines anderen Geräts eingetippt, und dieses Gerät hat jetzt Ihren Schlüssel:{{else}}Ein Gerät, das sich als Sie angemeldet hat, fragt nach Ihrem Schlüssel:{{/if}}',
  '{{#if taken}}If this was you, ignore this mail. If not, create another key in your security settings at once, and tell the owner of your company and those who run your sign-in service.{{else}}If this was you, type the number that the device shows on a device that opens your key. If not, refuse it, and tell those who run your sign-in service. Never type a number that someone sends or reads to you.{{/if}}':
    '{{#if taken}}Wenn Sie das waren, ignorieren Sie diese E-Mail. Wenn nicht, erstellen Sie sofort in Ihren Sicherheitseinstellungen einen anderen Schlüssel, und sagen Sie es dem Inhaber Ihres Unternehmens und denen, die Ihren Anmeldedienst betreiben.{{else}}Wenn Sie das waren, tippen Sie die Nummer, die das Gerät zeigt, auf einem Gerät ein, das Ihren Schlüssel öffnet. Wenn nicht, lehnen Sie es ab, und sagen Sie es denen, die Ihren Anmeldedienst betreiben. Tippen Sie nie eine Nummer ein, die Ihnen jemand sendet oder vorliest.{{/if}}',
};
