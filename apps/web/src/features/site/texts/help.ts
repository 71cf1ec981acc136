/** Shown until the operator has written `help.md`. */
export const help = `# Help

## I was sent a link

1. Open the link in the mail and sign in as a [receiver](/receiver/login), with the address that the mail came to. Without an account, [sign up](/receiver/signup) first.
2. Choose **Download All Files**, or one file. End-to-end encrypted files are opened in your browser: keep the page open until they are saved.
3. If the link has expired, choose **Ask again** on its page. The sender gets your request.

## I want to send files

1. [Sign in](/login), open a folder of your workspace and drop files into it. Use one folder for each topic: everyone you deliver it to sees all its files.
2. Choose **Deliver** and choose your partners. Invite them first under Invitations.
3. A partner requests files. You get a mail, look at the request and accept it with a code that is sent to you.

**Send files** does the first two steps together. Your partner still requests the files, and you accept.

## I cannot sign in

- **Wrong portal.** Companies that send files use [Sign in](/login), partners who were invited use [Receiver sign in](/receiver/login).
- **Forgotten password.** [Reset it](/password-reset). End-to-end encrypted files need your recovery key afterwards, because nobody else has a key to them. Without it, the owner of a company can get help from members who hold recovery shares: choose **I can’t find it**.
- **No code in the mail.** Look into the spam folder, then send it again. Only the newest code works.
- **Too many attempts.** Wait a while, then try again.

## What the marks mean

- **Verified**: the operator has approved the registration of this company.
- **End-to-end encrypted**: only sender and receiver can open the file.
- **Standard encryption**: stored encrypted, and the operator holds the key.
- **Security number**: a number that two companies compare by phone. If it is the same on both sides, nobody intercepts your files.

## It still does not work

Look at [Status](/status): it says which parts respond. If something could not be loaded, the screen shows a request id. Send it to the operator, who can use it to find the cause.
`;
