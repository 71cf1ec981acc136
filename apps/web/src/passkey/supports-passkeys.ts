const isAddress = (host: string) => host.startsWith('[') || /^[\d.]+$/.test(host);

/** Whether this browser has WebAuthn, which it offers to secure pages only, and never to a site without a host name. */
export const supportsPasskeys = () => typeof PublicKeyCredential !== 'undefined' && !isAddress(location.hostname);
