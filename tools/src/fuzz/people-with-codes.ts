import { randomBytes } from 'node:crypto';
import { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { codeIn, inboxAt, linkIn, type Mail } from '@tradepost/testing/inbox-client';
import { register, registerPair, registerSender, type Account } from '../client/people';
import type { Topology } from '../topology/start';
import { pdfOf } from './tenants';

/** An account that no other call uses while it is taken. */
export interface Person extends Account {
  role: 'sender' | 'receiver';
  client: ApiClient;
}

/** A signup with a code that was mailed and not used. */
export interface Signup extends Account {
  ticket: string;
  attempt: string;
  code: string;
}

/** With two-step sign-in. */
export interface Guarded extends Person {
  recoveryCodes: string[];
}

export interface Pair {
  sender: Person;
  receiver: Person;
  folderId: string;
}

/** Makes people and reads the codes that they are sent. */
export class PeopleWithCodes {
  constructor(private readonly topology: Topology) {}

  async signup(): Promise<Signup> {
    const account = newAccount();
    const { ticket } = await this.anyone().send(routes.signup, account);
    const mail = await this.inbox.waitForMail({ to: account.email, subject: /code|verif/i });
    const attempt = new URLSearchParams(linkIn(mail, 'attempt=').hash.slice(1)).get('attempt') ?? '';
    return { ...account, ticket, attempt, code: codeIn(mail) };
  }

  /** @returns the token that only adds a company */
  async onboarding({ email, code, ticket }: Signup): Promise<string> {
    return (await this.anyone().send(routes.verifyOtp, { email, otp: code, ticket })).token;
  }

  async person(role: Person['role']): Promise<Person> {
    const account = newAccount();
    const client =
      role === 'sender'
        ? await registerSender(this.topology, account)
        : await register(this.topology, 'receiver', account);
    return { ...account, role, client };
  }

  async resetCode({ email }: Person): Promise<string> {
    const subject = /reset/i;
    const after = await this.newestMail(email);
    await this.anyone().send(routes.requestReset, { email });
    return codeIn(await this.inbox.waitForMail({ to: email, subject, ...(after && { after }) }));
  }

  /** @returns the token that only sets a new password */
  async resetToken(person: Person): Promise<string> {
    const otp = await this.resetCode(person);
    return (await this.anyone().send(routes.verifyOtp, { email: person.email, otp, purpose: 'password-reset' })).token;
  }

  /** @returns the code that an authenticator app shows for the secret */
  async firstTotpCode({ client, password }: Person): Promise<string> {
    return authenticatorCode((await client.send(routes.beginTotp, { password })).secret);
  }

  async guarded(person: Person): Promise<Guarded> {
    const code = await this.firstTotpCode(person);
    return { ...person, recoveryCodes: (await person.client.send(routes.confirmTotp, { code })).recoveryCodes };
  }

  async pair(): Promise<Pair> {
    const [from, to] = [newAccount(), newAccount()];
    const { sender, receiver } = await registerPair(this.topology, from, to);
    const { id: folderId } = await sender.send(routes.createFolder, { name: from.companyName });
    await sender.send(routes.deliver, { id: folderId, email: [to.email] });
    return {
      sender: { ...from, role: 'sender', client: sender },
      receiver: { ...to, role: 'receiver', client: receiver },
      folderId,
    };
  }

  /** A pending request for a new file. */
  async request({ sender, receiver, folderId }: Pair): Promise<string> {
    const file = { name: 'asked.pdf', content: pdfOf(randomBytes(5).toString('hex')) };
    const uploaded = await sender.client.sendForm(routes.uploadFile, { folderId }, {}, { file });
    const { requests } = await receiver.client.send(routes.createRequest, { files: [{ id: uploaded.file.id }] });
    return requests[0]?.id ?? '';
  }

  async stepUpCode({ sender }: Pair, requestId: string): Promise<string> {
    const after = await this.newestMail(sender.email);
    await sender.client.send(routes.createStepUpCode, { requestId, email: sender.email });
    const subject = /accept a file request/i;
    return codeIn(await this.inbox.waitForMail({ to: sender.email, subject, ...(after && { after }) }));
  }

  async verifyStepUp(pair: Pair, id: string): Promise<void> {
    await pair.sender.client.send(routes.verifyStepUpCode, { id, code: await this.stepUpCode(pair, id) });
  }

  /** @returns the token of the unsubscribe link in the invitation */
  async unsubscribeToken({ receiver }: Pair): Promise<string> {
    const { headers } = await this.inbox.waitForMail({ to: receiver.email, subject: /invit/i });
    return new URL(headers['list-unsubscribe']?.slice(1, -1) ?? '').searchParams.get('token') ?? '';
  }

  private anyone(): ApiClient {
    return new ApiClient(this.topology.origin);
  }

  private get inbox() {
    return inboxAt(this.topology.inboxUrl);
  }

  private async newestMail(address: string): Promise<Mail | undefined> {
    return (await this.inbox.mailTo(address)).at(-1);
  }
}

function newAccount(): Account {
  const id = randomBytes(6).toString('hex');
  return {
    firstName: `First ${id}`,
    lastName: `Last ${id}`,
    email: `person-${id}@fuzz.example`,
    password: `Fuzz-${id}-1!`,
    companyName: `Co ${id}`,
  };
}
