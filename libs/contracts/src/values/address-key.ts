/**
 * The form in which e-mail addresses are compared: local part in NFC with ASCII letters in lower case, domain in ASCII (IDNA).
 * Two addresses name the same mailbox exactly if their keys are equal.
 */
export function addressKey(address: string): string {
  const trimmed = address.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed
    .slice(0, at)
    .normalize('NFC')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return `${local}@${asciiDomain(trimmed.slice(at + 1))}`;
}

/** Characters that end a host name in a URL would hide the rest of the domain. */
function asciiDomain(domain: string): string {
  const url = `http://${domain}`;
  return /[/?#%:\\]/.test(domain) || !URL.canParse(url) ? domain.toLowerCase() : new URL(url).hostname;
}
