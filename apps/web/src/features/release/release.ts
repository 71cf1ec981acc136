import { queryOptions } from '@tanstack/react-query';
import { siteManifestIn, siteManifestName } from '@tradepost/contracts/encryption/site-manifest';
import { t } from '../../i18n/t';

export interface Release {
  version: string;
  /** SHA-256 of the site manifest, in hexadecimal. */
  manifestHash: string;
}

/** null: Vite's development server answers with the page. */
async function readRelease(signal: AbortSignal): Promise<Release | null> {
  const response = await fetch(`/${siteManifestName}`, { signal, cache: 'no-cache' });
  if (!response.ok) throw new Error(t('The version could not be loaded. Check your connection and try again.'));
  if (!response.headers.get('content-type')?.includes('json')) return null;
  const bytes = await response.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return {
    version: siteManifestIn(new TextDecoder().decode(bytes)).version,
    manifestHash: Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

export const releaseQuery = queryOptions({
  queryKey: ['release'],
  queryFn: ({ signal }) => readRelease(signal),
  staleTime: Infinity,
});
