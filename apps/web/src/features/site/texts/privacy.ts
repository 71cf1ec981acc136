/** Shown until the operator has written `privacy.md`. */
export const privacy = `# Privacy

The operator of this installation has not published a privacy notice of its own. This page says which data the software stores and who can read it.

## What is stored

| data | why |
|---|---|
| name, email address and a check value of your password | to sign you in. The password itself does not leave your browser |
| details and documents of your company | for the review of the business registration, and for your partners |
| files, folders, requests and transfers | to exchange them with the partners you choose |
| time, network address and browser of sign-ins | so that you can see and end your sessions |
| a log of what people did, with their network addresses | so that both companies can prove what was sent and received |

## Who can read your files

- **End-to-end encrypted files**: only you and the partners you send them to. The operator has no key to them.
- **Files with standard encryption**: you, the partners you send them to, and the operator, who has the keys.

Every file shows which of the two it is. For both, the operator can read names, sizes, categories and prices of files, and a preview that the sender offers.

## Cookies

There are only the cookies that the sign-in needs, and one that recognises your browser for 90 days, so that a stranger’s failed attempts do not lock you out of this browser. Your browser also stores your keys and choices such as the language and, while you are signed in, your name and address, the names of your folders and what you last opened from a search. There are no advertisements and no trackers, and nothing is loaded from other sites.

## Your rights

Under Settings, Data, you can download the data of your account and delete your account. A submitted business registration and the log stay for the period that the operator has set.

Under Settings, Notifications, you choose which mails you get. Security mails are always sent.
`;
