import { array, mixed, number, object, string, type InferType } from 'yup';

const isTextRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string');

/** Next to `index.html`; it lists every other file that a server serves for the web app. */
export const siteManifestName = 'site-manifest.json';
/** Ends the name of the file with the signature: base64 of an Ed25519 signature over the bytes of the manifest. */
export const signatureSuffix = '.sig';

/** What a release's build wrote. Everything that a server answers for the web app can be compared with it. */
const siteManifest = object({
  format: string().oneOf(['tradepost-site/1']).required(),
  version: string().required(),
  /** Of every answer, by their names in lower case. */
  headers: mixed(isTextRecord).required(),
  files: array(
    object({
      path: string()
        .matches(/^\/[\w./-]+$/)
        .required(),
      sha256: string()
        .matches(/^[0-9a-f]{64}$/)
        .required(),
      /** Bytes, not compressed. */
      size: number().integer().min(0).required(),
    }),
  ).required(),
});

export type SiteManifest = InferType<typeof siteManifest>;

/** @throws ValidationError, SyntaxError */
export const siteManifestIn = (text: string): SiteManifest =>
  siteManifest.validateSync(JSON.parse(text), { strict: true });

/**
 * The headers of a site with pages that also call the object store of their installation.
 * @param store its origin @throws Error if the policy is not that of a build: its pages could not reach the store
 */
export function headersWithStore(headers: SiteManifest['headers'], store: string): SiteManifest['headers'] {
  const policy = headers['content-security-policy'] ?? '';
  const own = "connect-src 'self'";
  if (!policy.includes(own)) throw new Error(`The content security policy has no ${own}`);
  return { ...headers, 'content-security-policy': policy.replace(own, `${own} ${store}`) };
}
