/** ASCII of a domain before conversion: without it, the URL parser would decode `%`, end the host at `/` or skip a tab. */
const writtenDomain = /^[^\u0000-,/:-@[-^`{-\u007f]+$/;
/** ASCII form: labels of at most 63 characters; the last one is no number, which a URL parser takes for an IPv4 address. */
const asciiDomain = /^(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)+(?=[^.]*[a-z])[a-z0-9-]{1,63}$/;
/** Newer parsers (Node 24) check A-labels only next to a label that is not ASCII. */
const hasALabel = /(^|\.)xn--/i;
const asciiOnly = /^[\u0021-\u007e]+$/;

const asciiLowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function split(email: string): { local: string; domain: string } {
  const given = email.trim();
  const at = given.lastIndexOf('@');
  return { local: given.slice(0, at).normalize('NFC'), domain: given.slice(at + 1) };
}

/** A call asks for one address several times, and the parser takes most of the time of that. */
let last: { domain: string; ascii: string | null } = { domain: '', ascii: null };

/**
 * The domain's A-labels by UTS 46 (non-transitional), without a trailing dot; null when it is not valid. The WHATWG URL
 * parser of browsers and Node has the tables.
 */
export function domainToAscii(domain: string): string | null {
  if (last.domain !== domain) last = { domain, ascii: parsedDomain(domain) };
  return last.ascii;
}

function parsedDomain(domain: string): string | null {
  if (!writtenDomain.test(domain) || !URL.canParse(`http://${domain}`)) return null;
  if (hasALabel.test(domain) && !URL.canParse(`http://é.${domain}`)) return null;
  const ascii = new URL(`http://${domain}`).hostname.replace(/\.$/, '');
  return asciiDomain.test(ascii) ? ascii : null;
}

/**
 * The one identity of an e-mail address; addresses are compared by nothing else. An address with an invalid domain has a key
 * too, which no other spelling shares.
 */
export function addressKey(email: string): string {
  const { local, domain } = split(email);
  return `${asciiLowerCase(local)}@${domainToAscii(domain) ?? asciiLowerCase(domain)}`;
}

export const sameAddress = (a: string, b: string) => addressKey(a) === addressKey(b);

/** Whether mail can be sent to the domain of the address. */
export const hasValidDomain = (email: string) => domainToAscii(split(email).domain) !== null;

/** RFC 5321, 4.5.3.1; bytes of the local part, characters of the whole. */
const [longestLocalPart, longestMailbox] = [64, 254];
/** A dot at an end, two dots together, a character that is not seen. */
const brokenLocalPart = /^\.|\.$|\.\.|\p{C}/u;
const brokenLabel = /(^|\.)-|-(\.|$)/;

/**
 * Whether a mail server accepts the address. New accounts and invitations need one; existing accounts keep what they have,
 * because some providers give their customers others.
 */
export function isDeliverable(email: string): boolean {
  const { local, domain } = split(email);
  const ascii = domainToAscii(domain);
  if (ascii === null || brokenLabel.test(ascii) || brokenLocalPart.test(local)) return false;
  const bytes = new TextEncoder().encode(local).length;
  return bytes > 0 && bytes <= longestLocalPart && local.length + 1 + ascii.length <= longestMailbox;
}

/** Mail servers treat other local parts in different ways; a new account cannot have one. */
export const hasAsciiLocalPart = (email: string) => asciiOnly.test(email.slice(0, email.lastIndexOf('@')));

/** The domain of an address, as addresses are compared. */
export const domainOf = (email: string): string => split(addressKey(email)).domain;

/** The address that mail is sent to: in the form that the key has, except for case, so that mail reaches the owner of the key. */
export function mailbox(email: string): string {
  const { local, domain } = split(email);
  return `${local}@${domainToAscii(domain) ?? domain}`;
}
