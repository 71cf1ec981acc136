export const help = `# Ajutor

## Mi s-a trimis un link

1. Deschideți linkul din e-mail și autentificați-vă ca [destinatar](/receiver/login), cu adresa la care a sosit e-mailul. Dacă nu aveți cont, [înregistrați-vă](/receiver/signup) mai întâi.
2. Alegeți **Descărcați toate fișierele** sau un singur fișier. Fișierele criptate end-to-end se deschid în browserul dvs.: țineți pagina deschisă până când sunt salvate.
3. Dacă linkul a expirat, alegeți **Cereți din nou** pe pagina lui. Expeditorul primește solicitarea dvs.

## Vreau să trimit fișiere

1. [Autentificați-vă](/login), deschideți un dosar din spațiul dvs. de lucru și plasați fișiere în el. Un dosar corespunde unui subiect: toți cei cărora li-l livrați văd toate fișierele lui.
2. Alegeți **Livrare**, apoi partenerii dvs. Invitați-i mai întâi la Invitații.
3. Un partener solicită fișiere. Primiți un e-mail, verificați solicitarea și o acceptați cu un cod care vi se trimite.

**Trimiteți fișiere** reunește primii doi pași. Partenerul solicită în continuare fișierele, iar dvs. acceptați.

## Nu mă pot autentifica

- **Portal greșit.** Companiile care trimit fișiere folosesc [autentificarea expeditorilor](/login), iar partenerii invitați folosesc [autentificarea destinatarilor](/receiver/login).
- **Parolă uitată.** [Resetați-o](/password-reset). După aceea, fișierele criptate end-to-end au nevoie de cheia dvs. de recuperare, pentru că nimeni altcineva nu are o cheie pentru ele. Fără ea, membrii cu părți de recuperare îl pot ajuta pe proprietarul companiei: alegeți **Nu îl găsesc**.
- **Codul nu sosește.** Verificați dosarul de spam, apoi trimiteți-l din nou. Funcționează numai cel mai nou cod.
- **Prea multe încercări.** Așteptați puțin, apoi încercați din nou.

## Ce înseamnă marcajele

- **Verificat**: operatorul a aprobat înregistrarea acestei companii.
- **Criptat end-to-end**: numai expeditorul și destinatarul pot deschide fișierul.
- **Criptare standard**: stocat criptat, iar operatorul deține cheia.
- **Număr de securitate**: un număr pe care două companii îl compară la telefon. Dacă este același de ambele părți, nimeni nu vă interceptează fișierele.

## Tot nu funcționează

Consultați [Stare](/status): arată ce componente răspund. Acolo unde ceva nu a putut fi încărcat, ecranul arată un identificator al solicitării. Trimiteți-l operatorului, care poate găsi cu el cauza.
`;

export const privacy = `# Confidențialitate

Operatorul acestei instalări nu a publicat o notificare de confidențialitate proprie. Această pagină arată ce date stochează programul și cine le poate citi.

## Ce se stochează

| date | de ce |
|---|---|
| numele, adresa de e-mail și o valoare de verificare a parolei dvs. | pentru autentificare. Parola însăși nu părăsește browserul dvs. |
| datele și documentele companiei dvs. | pentru verificarea înregistrării companiei și pentru partenerii dvs. |
| fișiere, dosare, solicitări și transferuri | pentru schimbul cu partenerii pe care îi alegeți |
| ora, adresa de rețea și browserul autentificărilor | ca să vă vedeți și să vă încheiați sesiunile |
| un jurnal al acțiunilor persoanelor, cu adresele lor de rețea | ca ambele companii să poată dovedi ce s-a trimis și ce s-a primit |

## Cine vă poate citi fișierele

- **Fișiere criptate end-to-end**: numai dvs. și partenerii cărora le trimiteți. Operatorul nu are nicio cheie pentru ele.
- **Fișiere cu criptare standard**: dvs., partenerii cărora le trimiteți și operatorul, care deține cheile.

Fiecare fișier arată care dintre cele două este. La ambele, operatorul poate citi numele, dimensiunile, categoriile și prețurile fișierelor și o previzualizare oferită de expeditor.

## Cookie-uri

Există numai cookie-urile de care are nevoie autentificarea și unul care vă recunoaște browserul timp de 90 de zile, pentru ca încercările eșuate ale unui străin să nu vă blocheze în el. Browserul mai stochează cheile dvs. și opțiuni precum limba și, cât sunteți autentificat, numele și adresa, numele dosarelor și ce ați deschis ultima dată dintr-o căutare. Nu există reclame, nici măsurători ale altora, și nimic nu se încarcă de pe alte site-uri.

## Drepturile dvs.

La Setări, Date, puteți descărca datele contului dvs. și vă puteți șterge contul. O înregistrare de companie depusă și jurnalul rămân pe durata stabilită de operator.

La Setări, Notificări, alegeți ce e-mailuri primiți. E-mailurile de securitate se trimit întotdeauna.
`;

export const terms = `# Termeni

Operatorul acestei instalări nu a publicat termeni proprii. Această pagină arată ce face programul, ca să știți la ce să vă așteptați.

## Cine este responsabil

Operatorul administrează această instalare și decide cine o poate folosi. Contractele despre date se încheie între companiile care le schimbă: programul le înregistrează, dar nu este parte la ele.

## Ce se înregistrează la fiecare transfer

- fișierele, dimensiunile lor și hash-urile lor SHA-256 (la un fișier criptat end-to-end: ale formei criptate),
- condițiile de licență ale expeditorului și utilizarea prevăzută a destinatarului, așa cum erau la acceptare,
- prețul fiecărui fișier, dacă expeditorul a stabilit unul,
- cine a solicitat, cine a acceptat, cine a descărcat și când.

Ambele companii găsesc această înregistrare pe pagina transferului, o pot tipări ca dovadă și pot citi jurnalul companiei lor.

## Regulile programului

- O companie trebuie să își depună înregistrarea înainte de a trimite fișiere. Un administrator al operatorului o verifică.
- Un destinatar primește fișierele unui dosar numai după ce expeditorul a acceptat solicitarea, cu un cod trimis prin e-mail sau printr-o cheie API autorizată explicit.
- Un transfer se încheie când expiră. Expeditorul îl poate încheia mai devreme.
- Puteți cere oricând ștergerea contului la Setări, Date. Este șters după câteva zile, iar transferurile deschise se încheie odată cu el.
`;
