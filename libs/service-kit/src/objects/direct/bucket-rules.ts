import { createHash } from 'node:crypto';
import { minute, second } from '../../runtime/durations';
import { s3Access } from '../open';
import { presigned } from '../s3-signature';

/** After how many days the store ends multipart uploads that nobody has finished. The garbage collector does it after one, while storage runs, unless their upload continues. */
export const unfinishedDays = 7;

/** What pages read of the answers of the store; `Range` needs no permission in current browsers. */
export const corsOfPages = {
  methods: ['PUT', 'GET'],
  headers: ['content-md5', 'x-amz-checksum-sha256', 'range'],
  exposed: ['ETag', 'Content-Range', 'x-amz-checksum-sha256'],
} as const;

/** Rules of the bucket, as S3 calls their kinds. */
type RuleKind = 'cors' | 'lifecycle';

const kinds = {
  cors: { root: 'CORSConfiguration', element: 'CORSRule', id: 'tradepost-web' },
  lifecycle: { root: 'LifecycleConfiguration', element: 'Rule', id: 'tradepost-unfinished' },
} as const;

/** The store does not take or show rules of this kind. */
export class RulesRefused extends Error {
  override readonly name = 'RulesRefused';

  /** @param code of S3, such as `NotImplemented` or `AccessDenied` */
  constructor(
    readonly kind: RuleKind,
    readonly code: string,
  ) {
    super(`the store refuses ${kind} rules: ${code}`);
  }
}

const answerWithinMs = 10 * second;
const notImplemented = 'NotImplemented';

const elements = (name: string, values: readonly string[]) =>
  values.map((value) => `<${name}>${value}</${name}>`).join('');

/** @param origin of the web app */
const ruleOf = (kind: RuleKind, origin: string) =>
  kind === 'cors'
    ? [
        elements('AllowedOrigin', [origin]),
        elements('AllowedMethod', corsOfPages.methods),
        elements('AllowedHeader', corsOfPages.headers),
        elements('ExposeHeader', corsOfPages.exposed),
        elements('MaxAgeSeconds', ['3600']),
      ].join('')
    : '<Filter><Prefix></Prefix></Filter><Status>Enabled</Status><AbortIncompleteMultipartUpload>' +
      `${elements('DaysAfterInitiation', [String(unfinishedDays)])}</AbortIncompleteMultipartUpload>`;

/**
 * Sets the rules of a bucket that clients reach: pages of the web app may send and read, and the store ends unfinished uploads. Other rules of the bucket stay.
 * @param store `OBJECT_STORE_URL` @param origin of the web app @returns what the store did not take @throws Error if it does not answer
 */
export async function setBucketRules(store: string, origin: string): Promise<RulesRefused[]> {
  const refused: RulesRefused[] = [];
  for (const kind of ['cors', 'lifecycle'] as const) {
    try {
      await setRule(store, kind, origin);
    } catch (error) {
      if (!(error instanceof RulesRefused)) throw error;
      refused.push(error);
    }
  }
  return refused;
}

async function setRule(store: string, kind: RuleKind, origin: string): Promise<void> {
  const { root, element, id } = kinds[kind];
  const others = rulesIn(await bucketRules(store, kind), element).filter((rule) => !rule.includes(`<ID>${id}</ID>`));
  const own = `<${element}><ID>${id}</ID>${ruleOf(kind, origin)}</${element}>`;
  const body = `<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${[own, ...others].join('')}</${root}>`;
  await call(store, kind, body);
  // a store that does not know such rules may take them as something else
  if (!(await bucketRules(store, kind)).includes(id)) throw new RulesRefused(kind, notImplemented);
}

/** Whether a rule of the bucket ends every unfinished upload. @throws RulesRefused; Error if the store does not answer */
export async function endsUnfinished(store: string): Promise<boolean> {
  return rulesIn(await bucketRules(store, 'lifecycle'), kinds.lifecycle.element).some(
    (rule) =>
      rule.includes('<Status>Enabled</Status>') &&
      rule.includes('<DaysAfterInitiation>') &&
      !/<(Prefix|Key)>[^<]/.test(rule),
  );
}

const rulesIn = (xml: string, element: string): string[] =>
  xml.match(new RegExp(`<${element}>.*?</${element}>`, 'gs')) ?? [];

/** XML; empty if the bucket has none. @throws RulesRefused; Error if the store does not answer */
async function bucketRules(store: string, kind: RuleKind): Promise<string> {
  const xml = await call(store, kind);
  if (xml && !xml.includes(kinds[kind].root)) throw new RulesRefused(kind, notImplemented);
  return xml;
}

/** @param body to be set; absent: reads @returns the answer; empty if there is none */
async function call(store: string, kind: RuleKind, body?: string): Promise<string> {
  const access = s3Access(store);
  if (!access) throw new TypeError('only a bucket has rules');
  const { endpoint, bucket, ...keys } = access;
  const method = body === undefined ? 'GET' : 'PUT';
  // S3 does not take rules without it
  const headers: Record<string, string> =
    body === undefined ? {} : { 'content-md5': createHash('md5').update(body).digest('base64') };
  const url = `${endpoint}/${bucket}?${kind}`;
  const signed = presigned({ ...keys, method, url, headers, at: new Date(), seconds: minute / second });
  const answer = await fetch(new URL(signed, endpoint), {
    method,
    headers,
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(answerWithinMs),
  });
  const text = await answer.text();
  if (answer.ok) return text;
  const [, code = String(answer.status)] = /<Code>(\w+)<\/Code>/.exec(text) ?? [];
  if (/^NoSuch(CORS|Lifecycle)Configuration$/.test(code)) return '';
  throw new RulesRefused(kind, code);
}
