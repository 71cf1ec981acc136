/** Whether this browser has WebAuthn, which it offers to secure pages only. */
export const supportsPasskeys = () => typeof PublicKeyCredential !== 'undefined';
