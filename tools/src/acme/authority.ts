import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { minute, second } from '@tradepost/service-kit/runtime/durations';

interface Directory {
  newNonce: string;
  newAccount: string;
  newOrder: string;
}

interface Problem {
  type?: string;
  detail?: string;
}

interface Challenge {
  type: string;
  url: string;
  token: string;
  error?: Problem;
}

interface Step {
  status: string;
  authorizations: string[];
  challenges: Challenge[];
  finalize: string;
  certificate?: string;
  error?: Problem;
}

const answerWithinMs = 30 * second;
const decideWithinMs = 2 * minute;
const askAgainMs = second;
/** A server may reject any nonce; each response contains a new one. */
const triesOfNonces = 10;

const base64 = (value: string | Buffer) => Buffer.from(value).toString('base64url');

/** An ACME client (RFC 8555) for one account of a certificate authority. */
export class Authority {
  private nonce: string | undefined;
  private account: string | undefined;
  private readonly jwk: object;

  private constructor(
    private readonly directory: Directory,
    private readonly key: KeyObject,
    private readonly signal: AbortSignal,
  ) {
    const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' });
    this.jwk = { crv, kty, x, y };
  }

  /** Creates the account of this key, or finds the existing one. @param key P-256 */
  static async open(directory: string, email: string, key: KeyObject, signal: AbortSignal): Promise<Authority> {
    const response = await fetch(directory, { signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]) });
    if (!response.ok) throw new Error(`${directory} answered ${response.status}`);
    const authority = new Authority((await response.json()) as Directory, key, signal);
    const { headers } = await authority.post(authority.directory.newAccount, {
      termsOfServiceAgreed: true,
      contact: [`mailto:${email}`],
    });
    authority.account = headers.get('location') ?? undefined;
    return authority;
  }

  /**
   * Orders a certificate and completes the HTTP-01 challenge.
   * @param answer serves this text at the token's path until the order is finished
   * @returns the certificate with its chain, PEM
   * @throws Error with the authority's reason
   */
  async order(domain: string, request: Buffer, answer: (token: string, text: string) => void): Promise<string> {
    const created = await this.post(this.directory.newOrder, { identifiers: [{ type: 'dns', value: domain }] });
    const url = created.headers.get('location') ?? '';
    const order = (await created.json()) as Step;
    for (const authorization of order.authorizations) await this.prove(authorization, answer);
    await this.post(order.finalize, { csr: base64(request) });
    const { certificate } = await this.decided(url, 'valid');
    return (await this.post(certificate ?? '')).text();
  }

  private async prove(url: string, answer: (token: string, text: string) => void): Promise<void> {
    const { status, challenges } = await this.look(url);
    if (status === 'valid') return;
    const challenge = challenges.find(({ type }) => type === 'http-01');
    if (!challenge) throw new Error('The authority offers no HTTP-01 challenge');
    const thumbprint = createHash('sha256').update(JSON.stringify(this.jwk)).digest();
    answer(challenge.token, `${challenge.token}.${base64(thumbprint)}`);
    await this.post(challenge.url, {});
    await this.decided(url, 'valid');
  }

  private look = async (url: string) => (await (await this.post(url)).json()) as Step;

  private async decided(url: string, wanted: string): Promise<Step> {
    const deadline = Date.now() + decideWithinMs;
    for (;;) {
      const step = await this.look(url);
      if (step.status === wanted) return step;
      if (step.status === 'invalid') throw refusal(step.error ?? step.challenges?.find(({ error }) => error)?.error);
      if (Date.now() > deadline)
        throw new Error(`The authority did not answer the order within ${decideWithinMs / minute} minutes`);
      await delay(askAgainMs, undefined, { signal: this.signal });
    }
  }

  /** @param payload absent for a read (POST-as-GET) */
  private async post(url: string, payload?: object): Promise<Response> {
    for (let tries = triesOfNonces; ; tries--) {
      const head = { alg: 'ES256', nonce: await this.nextNonce(), url, ...this.signer() };
      const [protectedPart, body] = [base64(JSON.stringify(head)), payload ? base64(JSON.stringify(payload)) : ''];
      const signature = sign('sha256', Buffer.from(`${protectedPart}.${body}`), {
        key: this.key,
        dsaEncoding: 'ieee-p1363',
      });
      const response = await this.send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/jose+json' },
        body: JSON.stringify({ protected: protectedPart, payload: body, signature: base64(signature) }),
      });
      if (response.ok) return response;
      const problem = (await response.json().catch(() => ({ detail: `HTTP ${response.status}` }))) as Problem;
      if (!problem.type?.endsWith(':badNonce') || tries === 1) throw refusal(problem);
    }
  }

  private signer = () => (this.account === undefined ? { jwk: this.jwk } : { kid: this.account });

  private async nextNonce(): Promise<string> {
    if (!this.nonce) await this.send(this.directory.newNonce, { method: 'HEAD' });
    const nonce = this.nonce ?? '';
    this.nonce = undefined;
    return nonce;
  }

  private async send(url: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(answerWithinMs)]);
    const response = await fetch(url, { ...init, signal });
    this.nonce = response.headers.get('replay-nonce') ?? this.nonce;
    return response;
  }
}

const refusal = ({ type = '', detail = 'no reason given' }: Problem = {}) =>
  new Error(`The authority rejected the request: ${detail}${type && ` (${type.split(':').at(-1)})`}`);
