import type { ServerMetadata } from 'openid-client';

/** Of tokens: those that anyone can verify and only the provider can make. */
export const asymmetric = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/**
 * Why a provider cannot be used; null for one that can. Its addresses are checked before anything is sent: browsers open one of them,
 * which must not be a script. @param faultOf an address
 */
export function metadataFault(metadata: ServerMetadata, faultOf: (url: string) => string | null): string | null {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const url = metadata[name];
    const fault = url === undefined ? 'it is missing' : faultOf(url);
    if (fault) return `${name}: ${fault}`;
  }
  const { code_challenge_methods_supported: pkce, id_token_signing_alg_values_supported: algorithms } = metadata;
  if (pkce && !pkce.includes('S256')) return 'it does not support PKCE with S256';
  if (algorithms && !algorithms.some((one) => asymmetric.includes(one)))
    return 'it signs no ID tokens with a public key';
  return null;
}

/** Some providers give the groups of a person only for a scope of that name. */
export function scopesFor({ scopes_supported: known }: ServerMetadata, claim: string | null): string {
  const scopes = ['openid', 'email', 'profile'];
  return (claim && known?.includes(claim) && !scopes.includes(claim) ? [...scopes, claim] : scopes).join(' ');
}
