import Bowser from 'bowser';
import Handlebars from 'handlebars';
import type { Mail, MailTemplate } from '@tradepost/contracts/jobs';
import { htmlLayout } from './layout';
import { logoId } from './mail-logos';
import type { MailSite } from './mail-site';
import type { MailText } from './templates/mail-text';
import { mailTexts } from './templates/mail-texts';

export interface Rendered {
  subject: string;
  text: string;
  html: string;
}

type Render = (data: object) => string;

/** Maximum number of listed items; the rest is shown as a count. */
const listed = 20;
const longestSubject = 200;

const mail = Handlebars.create();
const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
mail.registerHelper('time', (iso: string) => `${when.format(new Date(iso)).replace(' at ', ', ')} UTC`);
mail.registerHelper('device', deviceOf);
mail.registerHelper('knownDevice', knownDeviceOf);

/** The texts name the product as it is called unless the installation has another name. */
const named = (template: string) => template.replaceAll('Tradepost', '{{site.name}}');
const plain = (template: string): Render => mail.compile(named(template), { noEscape: true, strict: true });
const escaped = (template: string): Render => mail.compile(named(template), { strict: true });
const layout = mail.compile(htmlLayout, { strict: true, preventIndent: true });

const deviceNames = new Set([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)]);

/** `Firefox on Windows`. */
function deviceOf(agent: string): string {
  if (!agent.trim()) return 'Unknown device';
  const { browser, os } = Bowser.parse(agent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || agent.slice(0, 100);
}

/** For mails to strangers: only names of the library, because the caller writes the rest of a `User-Agent`. */
function knownDeviceOf(agent: string): string {
  if (!agent.trim()) return 'an unknown device';
  const { browser, os } = Bowser.parse(agent);
  const known = [browser, os].flatMap(({ name }) => (name && deviceNames.has(name) ? [name] : []));
  return known.join(' on ') || 'an unknown device';
}

/** Removes line breaks from user input, which could otherwise add lines or headers. */
function onOneLine(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return Array.isArray(value) ? value.map(onOneLine) : value;
}

function shortened(items: string[]): string[] {
  return items.length <= listed ? items : [...items.slice(0, listed), `and ${items.length - listed} more`];
}

function compile({ subject, preheader, heading, before, code, list, button, otherLink, after = [], why }: MailText) {
  const lines = { subject: plain(subject), preheader: plain(preheader), heading: plain(heading), why: plain(why) };
  const [textBefore, htmlBefore] = [before.map(plain), before.map(escaped)];
  const [textAfter, htmlAfter] = [after.map(plain), after.map(escaped)];
  const codeOf = code === undefined ? () => null : plain(code);
  const linkOf = (link: MailText['button']) => {
    if (!link) return () => null;
    const [label, address] = [plain(link.label), plain(link.link)];
    return (data: object) => ({ label: label(data), link: address(data) });
  };
  const [buttonOf, otherLinkOf] = [linkOf(button), linkOf(otherLink)];
  const filled = (renders: Render[], data: object) => renders.map((render) => render(data)).filter(Boolean);

  return (data: Record<string, unknown> & { site: MailSite }, { unsubscribe, hasLogo }: RenderOptions): Rendered => {
    const parts = {
      subject: lines.subject(data).slice(0, longestSubject),
      preheader: lines.preheader(data),
      heading: lines.heading(data),
      why: lines.why(data),
      items: list === undefined ? null : shortened(data[list] as string[]),
      code: codeOf(data),
      button: buttonOf(data),
      otherLink: otherLinkOf(data),
      unsubscribe,
      logo: hasLogo ? `cid:${logoId}` : null,
      site: data.site,
    };
    const text = [
      parts.heading,
      ...filled(textBefore, data),
      parts.items?.map((item) => `- ${item}`).join('\n'),
      parts.code,
      ...[parts.button, parts.otherLink].map((link) => link && `${link.label}:\n${link.link}`),
      ...filled(textAfter, data),
      `-- \n${parts.why}`,
      unsubscribe && `Unsubscribe:\n${unsubscribe}`,
      data.site.links.map(({ label, link }) => `${label}: ${link}`).join('\n'),
    ];
    return {
      subject: parts.subject,
      text: `${text.filter(Boolean).join('\n\n')}\n`,
      html: layout({ ...parts, before: filled(htmlBefore, data), after: filled(htmlAfter, data) }),
    };
  };
}

const compiled = new Map<MailTemplate, ReturnType<typeof compile>>();

interface RenderOptions {
  /** The unsubscribe link; null for mails that are always sent. */
  unsubscribe: string | null;
  /** Whether the sender's logo is attached. */
  hasLogo: boolean;
}

const noOptions: RenderOptions = { unsubscribe: null, hasLogo: false };

/** Renders the subject, the text part and the HTML part of a mail. HTML escapes user input. */
export function render({ template, data }: Mail, site: MailSite, options = noOptions): Rendered {
  const known = compiled.get(template) ?? compile(mailTexts[template]);
  compiled.set(template, known);
  const lines = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, onOneLine(value)]));
  return known({ ...lines, site }, options);
}
