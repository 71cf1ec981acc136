export const help = `# Hilfe

## Ich habe einen Link erhalten

1. Öffnen Sie den Link in der E-Mail und melden Sie sich als [Empfänger](/receiver/login) an, mit der Adresse, an die die E-Mail ging. Ohne Konto [registrieren](/receiver/signup) Sie sich zuerst.
2. Wählen Sie **Alle Dateien herunterladen** oder eine einzelne Datei. Ende-zu-Ende-verschlüsselte Dateien werden in Ihrem Browser geöffnet: Lassen Sie die Seite offen, bis sie gespeichert sind.
3. Wenn der Link abgelaufen ist, wählen Sie auf seiner Seite **Erneut bitten**. Der Absender erhält Ihre Anfrage.

## Ich möchte Dateien senden

1. [Melden Sie sich an](/login), öffnen Sie einen Ordner Ihres Arbeitsbereichs und legen Sie Dateien hinein. Ein Ordner gehört zu einem Thema: Alle, denen Sie ihn liefern, sehen alle seine Dateien.
2. Wählen Sie **Liefern** und dann Ihre Partner. Laden Sie sie vorher unter Einladungen ein.
3. Ein Partner fordert Dateien an. Sie erhalten eine E-Mail, sehen die Anfrage an und nehmen sie mit einem Code an, der Ihnen gesendet wird.

**Dateien senden** erledigt die ersten beiden Schritte in einem Zug. Ihr Partner fordert die Dateien weiterhin an, und Sie nehmen an.

## Ich kann mich nicht anmelden

- **Falscher Zugang.** Unternehmen, die Dateien senden, verwenden [Anmelden](/login), eingeladene Partner die [Anmeldung für Empfänger](/receiver/login).
- **Passwort vergessen.** [Setzen Sie es zurück](/password-reset). Für Ende-zu-Ende-verschlüsselte Dateien brauchen Sie danach Ihren Wiederherstellungsschlüssel, weil niemand sonst einen Schlüssel zu ihnen hat. Ohne ihn können dem Inhaber eines Unternehmens Mitglieder mit Wiederherstellungsanteilen helfen: Wählen Sie **Ich kann ihn nicht finden**.
- **Kein Code in der E-Mail.** Sehen Sie im Spam-Ordner nach und senden Sie ihn dann erneut. Nur der neueste Code funktioniert.
- **Zu viele Versuche.** Warten Sie eine Weile und versuchen Sie es dann erneut.

## Was die Kennzeichen bedeuten

- **Verifiziert**: Der Betreiber hat die Registrierung dieses Unternehmens genehmigt.
- **Ende-zu-Ende-verschlüsselt**: Nur Absender und Empfänger können die Datei öffnen.
- **Standardverschlüsselung**: verschlüsselt gespeichert, und der Betreiber hat den Schlüssel.
- **Sicherheitsnummer**: eine Nummer, die zwei Unternehmen am Telefon vergleichen. Ist sie auf beiden Seiten gleich, fängt niemand Ihre Dateien ab.

## Es funktioniert immer noch nicht

Sehen Sie unter [Status](/status) nach: Dort steht, welche Teile antworten. Wo etwas nicht geladen werden konnte, zeigt die Seite eine Anfrage-ID. Senden Sie sie dem Betreiber, der damit die Ursache finden kann.
`;

export const privacy = `# Datenschutz

Der Betreiber dieser Installation hat keine eigene Datenschutzerklärung veröffentlicht. Diese Seite sagt, welche Daten die Software speichert und wer sie lesen kann.

## Was gespeichert wird

| Daten | Zweck |
|---|---|
| Name, E-Mail-Adresse und ein Prüfwert Ihres Passworts | um Sie anzumelden. Das Passwort selbst verlässt Ihren Browser nicht |
| Angaben und Dokumente Ihres Unternehmens | für die Prüfung der Unternehmensregistrierung und für Ihre Partner |
| Dateien, Ordner, Anfragen und Übertragungen | um sie mit den Partnern auszutauschen, die Sie wählen |
| Zeit, Netzwerkadresse und Browser der Anmeldungen | damit Sie Ihre Sitzungen sehen und beenden können |
| ein Protokoll darüber, was Personen getan haben, mit ihren Netzwerkadressen | damit beide Unternehmen nachweisen können, was gesendet und empfangen wurde |

## Wer Ihre Dateien lesen kann

- **Ende-zu-Ende-verschlüsselte Dateien**: nur Sie und die Partner, denen Sie sie senden. Der Betreiber hat keinen Schlüssel zu ihnen.
- **Dateien mit Standardverschlüsselung**: Sie, die Partner, denen Sie sie senden, und der Betreiber, der die Schlüssel hat.

Jede Datei zeigt, welche von beiden sie ist. Bei beiden kann der Betreiber Namen, Größen, Kategorien und Preise der Dateien lesen, und eine Vorschau, die der Absender anbietet.

## Cookies

Es gibt nur Cookies, die für die Anmeldung nötig sind, und eines, das Ihren Browser 90 Tage lang wiedererkennt, damit Fehlversuche Fremder Sie dort nicht aussperren. Ihr Browser speichert außerdem Ihre Schlüssel und Einstellungen wie die Sprache und, solange Sie angemeldet sind, Ihren Namen und Ihre Adresse, die Namen Ihrer Ordner und was Sie zuletzt aus einer Suche geöffnet haben. Es gibt keine Werbung und keine Messungen durch andere, und von anderen Websites wird nichts geladen.

## Ihre Rechte

Unter Einstellungen, Daten können Sie die Daten Ihres Kontos herunterladen und Ihr Konto löschen. Eine eingereichte Unternehmensregistrierung und das Protokoll bleiben für die Frist, die der Betreiber festgelegt hat.

Unter Einstellungen, Benachrichtigungen wählen Sie, welche E-Mails Sie erhalten. Sicherheits-E-Mails werden immer gesendet.
`;

export const terms = `# Bedingungen

Der Betreiber dieser Installation hat keine eigenen Bedingungen veröffentlicht. Diese Seite sagt, was die Software tut, damit Sie wissen, was Sie erwartet.

## Wer verantwortlich ist

Der Betreiber betreibt diese Installation und entscheidet, wer sie nutzen darf. Verträge über Daten schließen die Unternehmen, die sie austauschen: Die Software zeichnet sie auf, ist aber keine Vertragspartei.

## Was bei jeder Übertragung aufgezeichnet wird

- die Dateien, ihre Größen und ihre SHA-256-Hashwerte (bei einer Ende-zu-Ende-verschlüsselten Datei: ihrer verschlüsselten Form),
- die Lizenzbedingungen des Absenders und die beabsichtigte Nutzung des Empfängers, wie sie bei der Annahme waren,
- der Preis jeder Datei, wenn der Absender einen festgelegt hat,
- wer angefordert, angenommen und heruntergeladen hat, und wann.

Beide Unternehmen finden diese Aufzeichnung auf der Seite der Übertragung, können sie als Beleg drucken und das Protokoll ihres Unternehmens lesen.

## Regeln der Software

- Ein Unternehmen muss seine Registrierung einreichen, bevor es Dateien sendet. Ein Administrator des Betreibers prüft sie.
- Ein Empfänger erhält Dateien eines Ordners erst, wenn der Absender die Anfrage angenommen hat, mit einem Code aus einer E-Mail oder über einen API-Schlüssel, dem das ausdrücklich erlaubt ist.
- Eine Übertragung endet, wenn sie abläuft. Der Absender kann sie früher beenden.
- Die Löschung Ihres Kontos können Sie jederzeit unter Einstellungen, Daten verlangen. Es wird einige Tage später gelöscht, und offene Übertragungen enden mit ihm.
`;
