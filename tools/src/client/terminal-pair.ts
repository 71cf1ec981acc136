import { codeIn, inboxAt, type Mail } from '@tradepost/testing/inbox-client';
import { newAccount, registerPair, type Account, type Place } from './people';
import { Terminal } from './terminal';

export type NewTerminal = (env: Record<string, string>) => Terminal;

/** Two new companies that trade by the command line. */
export interface TerminalPair {
  sender: Terminal;
  receiver: Terminal;
  /** The sender delivers a folder, the receiver requests its files, the sender accepts. @returns the transfer's id */
  accepted: (folder: string) => Promise<string>;
  remove: () => void;
}

/** Both are signed in and have keys. */
export async function terminalPair(
  place: Place,
  newTerminal: NewTerminal = (env) => new Terminal(env),
): Promise<TerminalPair> {
  const [from, to] = [newAccount('sender'), newAccount('receiver')];
  await registerPair(place, from, to);
  const sender = newTerminal(environmentOf(place, from));
  const receiver = newTerminal(environmentOf(place, to));
  const remove = () => {
    for (const terminal of [sender, receiver]) terminal.remove();
  };
  try {
    for (const [terminal, { email }, portal] of [
      [sender, from, 'sender'],
      [receiver, to, 'receiver'],
    ] as const) {
      await terminal.json(['login', '--email', email, '--portal', portal]);
      await terminal.json(['keys', 'create']);
    }
  } catch (error) {
    remove();
    throw error;
  }
  let mail: Mail | undefined;
  const accepted = async (folder: string) => {
    await sender.json(['deliver', folder, to.email]);
    const [received = []] = (await receiver.json(['received'])) as { fileId: string; folderName: string }[][];
    const files = received.filter(({ folderName }) => folderName === folder);
    const asked = (await receiver.json(['request', ...files.map(({ fileId }) => fileId)])) as Asked[];
    const accepting = sender.start(['accept', asked[0]?.requests[0]?.id ?? '', '--receiver', to.email, '--json']);
    await accepting.said('Step-up code: ');
    const wanted = { to: from.email, subject: /accept a file request/i, ...(mail && { after: mail }) };
    mail = await inboxAt(place.inboxUrl).waitForMail(wanted);
    accepting.write(`${codeIn(mail)}\n`);
    return (JSON.parse((await accepting.ended).stdout) as { transferId: string }).transferId;
  };
  return { sender, receiver, accepted, remove };
}

interface Asked {
  requests: { id: string }[];
}

const environmentOf = ({ origin }: Place, { password }: Account) => ({
  TRADEPOST_ORIGIN: origin,
  TRADEPOST_PASSWORD: password,
});
