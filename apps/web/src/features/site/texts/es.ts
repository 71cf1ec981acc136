export const help = `# Ayuda

## Me enviaron un enlace

1. Abra el enlace del correo e inicie sesión como [destinatario](/receiver/login), con la dirección a la que llegó el correo. Si no tiene cuenta, [regístrese](/receiver/signup) primero.
2. Elija **Descargar todos los archivos**, o un solo archivo. Los archivos cifrados de extremo a extremo se abren en su navegador: mantenga la página abierta hasta que se hayan guardado.
3. Si el enlace ha caducado, elija **Pedir de nuevo** en su página. El remitente recibe su solicitud.

## Quiero enviar archivos

1. [Inicie sesión](/login), abra una carpeta de su espacio de trabajo y suelte archivos en ella. Una carpeta corresponde a un tema: todos aquellos a quienes se la entrega ven todos sus archivos.
2. Elija **Entregar** y después sus socios. Invítelos antes en Invitaciones.
3. Un socio solicita archivos. Usted recibe un correo, revisa la solicitud y la acepta con un código que se le envía.

**Enviar archivos** reúne los dos primeros pasos. Su socio sigue solicitando los archivos y usted acepta.

## No puedo iniciar sesión

- **Portal equivocado.** Las empresas que envían archivos usan [Iniciar sesión](/login); los socios invitados usan el [inicio de sesión de destinatario](/receiver/login).
- **Contraseña olvidada.** [Restablézcala](/password-reset). Después, los archivos cifrados de extremo a extremo necesitan su clave de recuperación, porque nadie más tiene una clave para ellos. Sin ella, los miembros con partes de recuperación pueden ayudar al propietario de una empresa: elija **No lo encuentro**.
- **No llega el código.** Mire en la carpeta de correo no deseado y envíelo de nuevo. Solo funciona el código más reciente.
- **Demasiados intentos.** Espere un rato e inténtelo de nuevo.

## Qué significan las marcas

- **Verificado**: el operador ha aprobado el registro de esta empresa.
- **Cifrado de extremo a extremo**: solo el remitente y el destinatario pueden abrir el archivo.
- **Cifrado estándar**: se almacena cifrado y el operador tiene la clave.
- **Número de seguridad**: un número que dos empresas comparan por teléfono. Si es el mismo en ambos lados, nadie intercepta sus archivos.

## Sigue sin funcionar

Consulte [Estado](/status): indica qué partes responden. Donde algo no se pudo cargar, la pantalla muestra un identificador de solicitud. Envíelo al operador, que puede encontrar con él la causa.
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
| un registro de lo que las personas hicieron, con sus direcciones de red | para que ambas empresas puedan demostrar qué se envió y se recibió |

## Quién puede leer sus archivos

- **Archivos cifrados de extremo a extremo**: solo usted y los socios a los que los envía. El operador no tiene clave para ellos.
- **Archivos con cifrado estándar**: usted, los socios a los que los envía y el operador, que tiene las claves.

Cada archivo muestra cuál de los dos es. En ambos casos, el operador puede leer los nombres, tamaños, categorías y precios de los archivos, y una vista previa que ofrezca el remitente.

## Cookies

Solo hay las cookies que necesita el inicio de sesión, y una que reconoce su navegador durante 90 días, para que los intentos fallidos de un extraño no le impidan entrar en él. Su navegador guarda además sus claves y ajustes como el idioma y, mientras tiene la sesión iniciada, su nombre y su dirección, los nombres de sus carpetas y lo último que abrió desde una búsqueda. No hay publicidad ni mediciones de terceros, y nada se carga desde otros sitios.

## Sus derechos

En Configuración, Datos, puede descargar los datos de su cuenta y eliminarla. Un registro de empresa presentado y el registro de actividad permanecen durante el plazo que ha fijado el operador.

En Configuración, Notificaciones, elige qué correos recibe. Los correos de seguridad se envían siempre.
`;

export const terms = `# Condiciones

El operador de esta instalación no ha publicado condiciones propias. Esta página indica qué hace el programa, para que sepa qué esperar.

## Quién es responsable

El operador gestiona esta instalación y decide quién puede usarla. Los contratos sobre datos se celebran entre las empresas que los intercambian: el programa los registra, pero no es parte de ellos.

## Qué se registra de cada transferencia

- los archivos, sus tamaños y sus hashes SHA-256 (de un archivo cifrado de extremo a extremo: de su forma cifrada),
- las condiciones de licencia del remitente y el uso previsto del destinatario, tal como eran en la aceptación,
- el precio de cada archivo, si el remitente ha fijado uno,
- quién solicitó, quién aceptó, quién descargó y cuándo.

Ambas empresas encuentran este registro en la página de la transferencia, pueden imprimirlo como comprobante y pueden leer el registro de actividad de su empresa.

## Reglas del programa

- Una empresa debe presentar su registro antes de enviar archivos. Un administrador del operador lo revisa.
- Un destinatario recibe archivos de una carpeta solo después de que el remitente haya aceptado la solicitud, con un código enviado por correo o mediante una clave de API expresamente autorizada.
- Una transferencia termina cuando caduca. El remitente puede terminarla antes.
- Puede pedir la eliminación de su cuenta en cualquier momento en Configuración, Datos. Se elimina unos días después, y las transferencias abiertas terminan con ella.
`;
