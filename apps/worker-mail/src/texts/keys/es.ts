/** About encryption keys. */
export const keys: Record<string, string> = {
  '{{recovery step}}': '{{recovery step}}',
  'Recovery shares were given to members': 'Se entregaron partes de recuperación a miembros',
  'The recovery shares were ended': 'Se anularon las partes de recuperación',
  'A recovery of the encryption keys was started': 'Se inició una recuperación de las claves de cifrado',
  'A member approved the recovery of the encryption keys': 'Un miembro aprobó la recuperación de las claves de cifrado',
  'The recovery of the encryption keys was stopped': 'Se detuvo la recuperación de las claves de cifrado',
  'The encryption keys were recovered': 'Se recuperaron las claves de cifrado',
  '{{companyName}}: {{recovery step}}. {{by}} did this from the address {{ip}} on {{time at}}.':
    '{{companyName}}: {{recovery step}}. Lo hizo {{by}} desde la dirección {{ip}} el {{time at}}.',
  'Approve a recovery only after you have compared its security number with the owner by phone or in person. If the owner did not start it, do not approve it, and stop it. If you are the owner and did not do this, stop the recovery, change your password, and end your other sessions: someone may use your mailbox.':
    'Apruebe una recuperación solo después de haber comparado su número de seguridad con el propietario por teléfono o en persona. Si el propietario no la inició, no la apruebe y deténgala. Si usted es el propietario y no lo hizo, detenga la recuperación, cambie su contraseña y cierre sus otras sesiones: alguien puede estar usando su buzón.',
  '{{#if taken}}Your encryption key was opened on another device{{else}}A device asks for your encryption key{{/if}}':
    '{{#if taken}}Su clave de cifrado se abrió en otro dispositivo{{else}}Un dispositivo pide su clave de cifrado{{/if}}',
  '{{#if taken}}Your key on another device{{else}}A device asks for your key{{/if}}':
    '{{#if taken}}Su clave en otro dispositivo{{else}}Un dispositivo pide su clave{{/if}}',
  '{{#if taken}}You typed the number of another device, and this device now has your encryption key:{{else}}A device that signed in as you asks for your encryption key:{{/if}}':
    '{{#if taken}}Usted escribió el número de otro dispositivo, y este dispositivo tiene ahora su clave de cifrado:{{else}}Un dispositivo que inició sesión como usted pide su clave de cifrado:{{/if}}',
  '{{#if taken}}If this was you, ignore this mail. If not, create another key in your security settings at once, and tell the owner of your company and those who run your sign-in service.{{else}}If this was you, type the number that the device shows on a device that opens your key. If not, refuse it, and tell those who run your sign-in service. Never type a number that someone sends or reads to you.{{/if}}':
    '{{#if taken}}Si fue usted, ignore este correo. Si no, cree enseguida otra clave en sus ajustes de seguridad y avise al propietario de su empresa y a quienes gestionan su servicio de inicio de sesión.{{else}}Si fue usted, escriba el número que muestra el dispositivo en un dispositivo que abra su clave. Si no, rechácelo y avise a quienes gestionan su servicio de inicio de sesión. No escriba nunca un número que alguien le envíe o le lea.{{/if}}',
};
