export const help = `# Aide

## On m’a envoyé un lien

1. Ouvrez le lien de l’e-mail et connectez-vous comme [destinataire](/receiver/login), avec l’adresse à laquelle l’e-mail est arrivé. Sans compte, [inscrivez-vous](/receiver/signup) d’abord.
2. Choisissez **Télécharger tous les fichiers**, ou un seul fichier. Les fichiers chiffrés de bout en bout sont ouverts dans votre navigateur : laissez la page ouverte jusqu’à ce qu’ils soient enregistrés.
3. Si le lien a expiré, choisissez **Redemander** sur sa page. L’expéditeur reçoit votre demande.

## Je veux envoyer des fichiers

1. [Connectez-vous](/login), ouvrez un dossier de votre espace de travail et déposez-y des fichiers. Un dossier correspond à un sujet : tous ceux à qui vous le livrez voient tous ses fichiers.
2. Choisissez **Livrer**, puis vos partenaires. Invitez-les d’abord sous Invitations.
3. Un partenaire demande des fichiers. Vous recevez un e-mail, consultez la demande et l’acceptez avec un code qui vous est envoyé.

**Envoyer des fichiers** réunit les deux premières étapes. Votre partenaire demande toujours les fichiers, et vous acceptez.

## Je ne peux pas me connecter

- **Mauvais portail.** Les entreprises qui envoient des fichiers utilisent [Se connecter](/login), les partenaires invités la [Connexion destinataire](/receiver/login).
- **Mot de passe oublié.** [Réinitialisez-le](/password-reset). Pour les fichiers chiffrés de bout en bout, il vous faut ensuite votre clé de récupération, car personne d’autre n’en a la clé. Sans elle, les membres qui détiennent des parts de récupération peuvent aider le propriétaire d’une entreprise : choisissez **Je ne la trouve pas**.
- **Pas de code dans l’e-mail.** Regardez dans le dossier des indésirables, puis renvoyez-le. Seul le code le plus récent fonctionne.
- **Trop de tentatives.** Attendez un moment, puis réessayez.

## Ce que signifient les marques

- **Vérifié** : l’exploitant a approuvé l’enregistrement de cette entreprise.
- **Chiffré de bout en bout** : seuls l’expéditeur et le destinataire peuvent ouvrir le fichier.
- **Chiffrement standard** : stocké chiffré, et l’exploitant détient la clé.
- **Numéro de sécurité** : un numéro que deux entreprises comparent par téléphone. S’il est le même des deux côtés, personne n’intercepte leurs fichiers.

## Cela ne fonctionne toujours pas

Consultez [Statut](/status) : cette page indique quels composants répondent. Là où quelque chose n’a pas pu être chargé, l’écran affiche un identifiant de requête. Envoyez-le à l’exploitant, qui peut trouver la cause grâce à lui.
`;

export const privacy = `# Confidentialité

L’exploitant de cette installation n’a pas publié sa propre déclaration de confidentialité. Cette page indique quelles données le logiciel stocke et qui peut les lire.

## Ce qui est stocké

| données | pourquoi |
|---|---|
| nom, adresse e-mail et une valeur de contrôle de votre mot de passe | pour vous connecter. Le mot de passe lui-même ne quitte pas votre navigateur |
| informations et documents de votre entreprise | pour l’examen de l’enregistrement de l’entreprise, et pour vos partenaires |
| fichiers, dossiers, demandes et transferts | pour les échanger avec les partenaires que vous choisissez |
| heure, adresse réseau et navigateur des connexions | pour que vous puissiez voir et fermer vos sessions |
| un journal de ce que les personnes ont fait, avec leurs adresses réseau | pour que les deux entreprises puissent prouver ce qui a été envoyé et reçu |

## Qui peut lire vos fichiers

- **Fichiers chiffrés de bout en bout** : seulement vous et les partenaires à qui vous les envoyez. L’exploitant n’en détient aucune clé.
- **Fichiers avec chiffrement standard** : vous, les partenaires à qui vous les envoyez, et l’exploitant, qui détient les clés.

Chaque fichier indique de quel type il est. Dans les deux cas, l’exploitant peut lire les noms, les tailles, les catégories et les prix des fichiers, et un aperçu que l’expéditeur propose.

## Cookies

Il n’y a que les cookies nécessaires à la connexion, et un cookie qui reconnaît votre navigateur pendant 90 jours, pour que les tentatives échouées d’un inconnu ne vous en excluent pas. Votre navigateur stocke aussi vos clés et des choix comme la langue et, tant que vous êtes connecté, votre nom et votre adresse, les noms de vos dossiers et ce que vous avez ouvert en dernier depuis une recherche. Il n’y a ni publicité ni mesure par des tiers, et rien n’est chargé depuis d’autres sites.

## Vos droits

Sous Paramètres, Données, vous pouvez télécharger les données de votre compte et supprimer celui-ci. Un enregistrement d’entreprise soumis et le journal restent pendant la durée fixée par l’exploitant.

Sous Paramètres, Notifications, vous choisissez les e-mails que vous recevez. Les e-mails de sécurité sont toujours envoyés.
`;

export const terms = `# Conditions

L’exploitant de cette installation n’a pas publié ses propres conditions. Cette page indique ce que fait le logiciel, pour que vous sachiez à quoi vous attendre.

## Qui est responsable

L’exploitant gère cette installation et décide qui peut l’utiliser. Les contrats sur les données sont conclus entre les entreprises qui les échangent : le logiciel les consigne mais n’y est pas partie.

## Ce qui est consigné avec chaque transfert

- les fichiers, leurs tailles et leurs empreintes SHA-256 (d’un fichier chiffré de bout en bout : de sa forme chiffrée),
- les conditions de licence de l’expéditeur et l’usage prévu par le destinataire, tels qu’ils étaient lors de l’acceptation,
- le prix de chaque fichier, si l’expéditeur en a fixé un,
- qui a demandé, qui a accepté, qui a téléchargé, et quand.

Les deux entreprises trouvent ces données sur la page du transfert, peuvent les imprimer comme reçu et lire le journal de leur entreprise.

## Règles du logiciel

- Une entreprise doit soumettre son enregistrement avant d’envoyer des fichiers. Un administrateur de l’exploitant l’examine.
- Un destinataire ne reçoit les fichiers d’un dossier qu’après que l’expéditeur a accepté la demande, avec un code reçu par e-mail ou par une clé API expressément autorisée à le faire.
- Un transfert se termine à son expiration. L’expéditeur peut y mettre fin plus tôt.
- Vous pouvez demander la suppression de votre compte à tout moment sous Paramètres, Données. Il est supprimé quelques jours plus tard, et les transferts ouverts se terminent avec lui.
`;
