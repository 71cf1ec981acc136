import Handlebars from 'handlebars';
import type { Mail, MailTemplate } from '@tradepost/contracts/jobs';
import { words, type MailWords } from './templates';

export interface Rendered {
  subject: string;
  text: string;
  html: string;
}

type Render = (data: object) => string;

const plain = (template: string): Render => Handlebars.compile(template, { noEscape: true, strict: true });
const escaped = (template: string): Render => Handlebars.compile(template, { strict: true });

const layout = Handlebars.compile(
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>{{subject}}</title></head>
<body style="margin:0;padding:24px 12px;background:#f3f5f8;color:#1c2733;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:28px 24px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 20px;font-weight:700;color:#0f5f5c">Tradepost</p>
{{#each before}}<p style="margin:0 0 14px">{{{this}}}</p>
{{/each}}{{#if items}}<ul style="margin:0 0 14px;padding-left:20px">{{#each items}}<li>{{this}}</li>{{/each}}</ul>
{{/if}}{{#if code}}<p style="margin:18px 0;font:700 32px/1.2 ui-monospace,Consolas,monospace;letter-spacing:6px">{{code}}</p>
{{/if}}{{#if button}}<p style="margin:22px 0"><a href="{{button.link}}" style="display:inline-block;padding:12px 22px;background:#0f5f5c;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">{{button.label}}</a></p>
{{/if}}{{#each after}}<p style="margin:0 0 10px;color:#566573;font-size:14px">{{{this}}}</p>
{{/each}}</div></body></html>`,
  { strict: true, preventIndent: true },
);

function compile({ subject, before, code, list, button, after = [] }: MailWords): (data: Record<string, unknown>) => Rendered {
  const subjectOf = plain(subject);
  const [textBefore, htmlBefore] = [before.map(plain), before.map(escaped)];
  const [textAfter, htmlAfter] = [after.map(plain), after.map(escaped)];
  const codeOf = code === undefined ? undefined : plain(code);
  const linkOf = button && plain(button.link);
  const filled = (renders: Render[], data: object) => renders.map((render) => render(data)).filter(Boolean);
  return (data) => {
    const line = subjectOf(data).replace(/[\r\n]+/g, ' ');
    const items = list === undefined ? null : (data[list] as string[]);
    const given = { code: codeOf?.(data) ?? null, link: linkOf?.(data) };
    const text = [
      ...filled(textBefore, data),
      items?.map((item) => `- ${item}`).join('\n'),
      given.code,
      button && `${button.label}:\n${given.link}`,
      ...filled(textAfter, data),
      'Tradepost',
    ];
    const html = layout({
      subject: line,
      before: filled(htmlBefore, data),
      items,
      code: given.code,
      button: button ? { label: button.label, link: given.link } : null,
      after: filled(htmlAfter, data),
    });
    return { subject: line, text: text.filter(Boolean).join('\n\n'), html };
  };
}

const compiled = new Map<MailTemplate, ReturnType<typeof compile>>();

/** A mail's subject and both its parts; HTML escapes what people wrote. */
export function render({ template, data }: Mail): Rendered {
  const known = compiled.get(template) ?? compile(words[template]);
  compiled.set(template, known);
  return known({ ...data });
}
