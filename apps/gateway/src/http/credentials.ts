const names = /password|^otp$|^totp|^code$|ticket|secret|proof|recovery/i;

/** Whether a field of an input proves who calls, so that it must not be in an address, which servers and proxies log. */
export const isCredential = (field: string): boolean => names.test(field);
