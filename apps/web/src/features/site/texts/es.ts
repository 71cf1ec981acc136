export const help = `# Ayuda

## Me enviaron un enlace

1. Abra el enlace del correo e inicie sesión como [destinatario](/receiver/login), con la dirección a la que llegó el correo. Si no tiene cuenta, [regístrese](/receiver/signup) primero.
2. Elija **Descargar todos los archivos**, o un solo archivo. Los archivos cifrados de extremo a extremo se abren en su navegador: mantenga la página abierta hasta que se hayan guardado.
3. Si el enlace ha caducado, elija **Pedir de nuevo** en su página. El remitente recibe su solicitud.

## Quiero enviar archivos

1. [Inicie sesión](/login), abra una carpeta de su espacio de trabajo y suelte archivos en ella. Una carpeta corresponde a un tema: todos aquellos a quienes se la entrega ven todos sus archivos.
2. Elija **Entregar** e introduzca las direcciones de sus socios.
3. Un socio solicita archivos. Usted recibe un correo, revisa la solicitud y la acepta con un código que se le envía.

Con **Enviar archivos** hace todo esto de una vez, sin esperar una solicitud.

## No puedo iniciar sesión

- **Portal equivocado.** Las empresas que envían archivos usan [Iniciar sesión](/login); los socios invitados usan el [inicio de sesión de destinatario](/receiver/login).
- **Contraseña olvidada.** [Restablézcala](/password-reset). Después, los archivos cifrados de extremo a extremo necesitan su clave de recuperación, porque nadie más tiene una clave para ellos.
- **No llega el código.** Mire en la carpeta de correo no deseado y envíelo de nuevo. Solo funciona el código más reciente.
- **Demasiados intentos.** Espere el tiempo que indica el mensaje.

## Qué significan las marcas

- **Verificado**: el operador ha aprobado el registro de esta empresa.
- **Cifrado de extremo a extremo**: solo el remitente y el destinatario pueden abrir el archivo.
- **Cifrado estándar**: se almacena cifrado y el operador tiene la clave.
- **Número de seguridad**: un número que dos empresas comparan por teléfono. Si es el mismo en ambos lados, nadie más lee.

## Sigue sin funcionar

Consulte [Estado](/status): indica qué partes responden. Un mensaje de error contiene un número de solicitud. Envíelo al operador, que encuentra con él la causa.
`;

export const privacy = `# Privacidad

El operador de esta instalación no ha publicado un aviso de privacidad propio. Esta página indica qué datos almacena el programa y quién puede leerlos.

## Qué se almacena

| datos | para qué |
|---|---|
| nombre, dirección de correo y un valor de comprobación de su contraseña | para iniciar su sesión. La contraseña no sale de su navegador |
| datos y documentos de su empresa | para la revisión del registro de la empresa y para sus socios |
| archivos, carpetas, solicitudes y transferencias | para intercambiarlos con los socios que usted elige |
| hora, dirección de red y navegador de los inicios de sesión | para que vea y termine sus sesiones |
| un registro de lo que las personas hicieron con archivos y solicitudes | para que ambas empresas puedan demostrar qué se envió y se recibió |

## Quién puede leer sus archivos

- **Archivos cifrados de extremo a extremo**: solo usted y los socios a los que los envía. El operador no tiene clave para ellos.
- **Archivos con cifrado estándar**: usted, los socios a los que los envía y el operador, que tiene las claves.

Cada archivo muestra cuál de los dos es.

## Cookies

Solo hay las cookies que necesita el inicio de sesión. No hay publicidad ni mediciones de terceros, y nada se carga desde otros sitios.

## Sus derechos

En Configuración, Datos, puede descargar todo lo que está almacenado sobre usted y eliminar su cuenta. Lo que la ley obliga a almacenar, como un registro de empresa presentado y el registro de las entregas, permanece durante el plazo legal.

En Configuración, Notificaciones, elige qué correos recibe. Los correos de seguridad se envían siempre.
`;

export const terms = `# Condiciones

El operador de esta instalación no ha publicado condiciones propias. Esta página indica qué hace el programa, para que sepa qué esperar.

## Quién es responsable

El operador gestiona esta instalación y decide quién puede usarla. Los contratos sobre datos se celebran entre las empresas que los intercambian: el programa los registra, pero no es parte de ellos.

## Qué se registra de cada transferencia

- los archivos, sus tamaños y sus hashes SHA-256,
- las condiciones de licencia del remitente y el uso previsto del destinatario, tal como eran en la aceptación,
- el precio de cada archivo, si el remitente ha fijado uno,
- quién solicitó, quién aceptó, quién descargó y cuándo.

Ambas empresas encuentran este registro en la página de la transferencia, pueden imprimirlo como recibo y pueden comprobar el registro de actividad de su empresa.

## Reglas del programa

- Una empresa debe registrarse antes de enviar archivos. Un administrador del operador revisa el registro.
- Un destinatario recibe archivos de una carpeta solo después de que el remitente haya aceptado la solicitud con un código.
- Una transferencia termina cuando caduca. El remitente puede terminarla antes y debe decir por qué.
- Una cuenta puede eliminarse en cualquier momento en Configuración, Datos. Las transferencias abiertas terminan con ella.
`;
