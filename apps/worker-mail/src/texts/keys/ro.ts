/** About encryption keys. */
export const keys: Record<string, string> = {
  '{{recovery step}}': '{{recovery step}}',
  'Recovery shares were given to members': 'Au fost date părți de recuperare unor membri',
  'The recovery shares were ended': 'Părțile de recuperare au fost anulate',
  'A recovery of the encryption keys was started': 'A fost începută o recuperare a cheilor de criptare',
  'A member approved the recovery of the encryption keys': 'Un membru a aprobat recuperarea cheilor de criptare',
  'The recovery of the encryption keys was stopped': 'Recuperarea cheilor de criptare a fost oprită',
  'The encryption keys were recovered': 'Cheile de criptare au fost recuperate',
  '{{companyName}}: {{recovery step}}. {{by}} did this from the address {{ip}} on {{time at}}.':
    '{{companyName}}: {{recovery step}}. {{by}} a făcut acest lucru de la adresa {{ip}}, la {{time at}}.',
  'Approve a recovery only after you have compared its security number with the owner by phone or in person. If the owner did not start it, do not approve it, and stop it. If you are the owner and did not do this, stop the recovery, change your password, and end your other sessions: someone may use your mailbox.':
    'Aprobați o recuperare numai după ce ați comparat numărul ei de securitate cu proprietarul, la telefon sau personal. Dacă proprietarul nu a început-o, nu o aprobați și opriți-o. Dacă sunteți proprietarul și nu ați făcut acest lucru, opriți recuperarea, schimbați parola și încheiați celelalte sesiuni: cineva ar putea folosi căsuța dvs. de e-mail.',
  '{{#if taken}}Your encryption key was opened on another device{{else}}A device asks for your encryption key{{/if}}':
    '{{#if taken}}Cheia dvs. de criptare a fost deschisă pe alt dispozitiv{{else}}Un dispozitiv cere cheia dvs. de criptare{{/if}}',
  '{{#if taken}}Your key on another device{{else}}A device asks for your key{{/if}}':
    '{{#if taken}}Cheia dvs. pe alt dispozitiv{{else}}Un dispozitiv cere cheia dvs.{{/if}}',
  '{{#if taken}}You typed the number of another device, and this device now has your encryption key:{{else}}A device that signed in as you asks for your encryption key:{{/if}}':
    '{{#if taken}}Ați introdus numărul altui dispozitiv, iar acest dispozitiv are acum cheia dvs. de criptare:{{else}}Un dispozitiv care s-a conectat în numele dvs. cere cheia dvs. de criptare:{{/if}}',
  '{{#if taken}}If this was you, ignore this mail. If not, create another key in your security settings at once, and tell the owner of your company and those who run your sign-in service.{{else}}If this was you, type the number that the device shows on a device that opens your key. If not, refuse it, and tell those who run your sign-in service. Never type a number that someone sends or reads to you.{{/if}}':
    '{{#if taken}}Dacă ați fost dvs., ignorați acest e-mail. Dacă nu, creați imediat altă cheie în setările de securitate și anunțați proprietarul companiei dvs. și pe cei care administrează serviciul dvs. de autentificare.{{else}}Dacă ați fost dvs., introduceți numărul afișat de dispozitiv pe un dispozitiv care vă deschide cheia. Dacă nu, refuzați-l și anunțați-i pe cei care administrează serviciul dvs. de autentificare. Nu introduceți niciodată un număr pe care vi-l trimite sau vi-l citește cineva.{{/if}}',
};
