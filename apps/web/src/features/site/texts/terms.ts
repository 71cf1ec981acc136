/** Shown until the operator has written `terms.md`. */
export const terms = `# Terms

The operator of this installation has not published terms of its own. This page says what the software does, so that you know what to expect.

## Who is responsible

The operator runs this installation and decides who may use it. Contracts about data are between the companies that exchange it. The software records their terms; the operator is not a party to them.

## What is recorded with every transfer

- the files, their sizes and their SHA-256 hashes (of an end-to-end encrypted file: of its encrypted form),
- the licence terms of the sender and the intended use of the receiver, as they were at the acceptance,
- the price of each file, if the sender has set one,
- who requested, who accepted, who downloaded, and when.

Both companies find this record on the page of the transfer, can print it as a receipt, and can read the log of their company.

## Rules of the software

- A company must submit its registration before it sends files. An admin of the operator reviews it.
- A receiver gets files of a folder only after the sender has accepted the request, with a mailed code or with an API key that the sender has explicitly authorised to accept.
- A transfer ends when it expires. The sender can end it earlier.
- You can request the deletion of your account at any time under Settings, Data. It is deleted some days later, and open transfers end with it.
`;
