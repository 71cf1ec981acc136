/** Contrast is at least 4.5:1 in both schemes. Inline styles serve clients without style sheets, classes serve dark mode. Accents are the installation's. */
const colours = {
  page: '#f5f7f7',
  card: '#ffffff',
  text: '#14211f',
  quiet: '#4a5957',
  line: '#e3e9e8',
  accent: '{{site.accent.light.primary}}',
  link: '{{site.accent.light.link}}',
  tint: '{{site.accent.light.tint}}',
};
const dark = {
  page: '#0b1110',
  card: '#141d1c',
  text: '#e9f0ef',
  quiet: '#b3c1bf',
  line: '#263331',
  link: '{{site.accent.dark.link}}',
  tint: '{{site.accent.dark.tint}}',
};
const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/** Fills the preview, so that clients do not append the first words of the mail. */
const padding = '&#847;&zwnj;&nbsp;'.repeat(60);

/** The HTML layout of every mail, a Handlebars template. Tables and `bgcolor` are for Outlook, which renders with Word. */
export const htmlLayout = `<!doctype html>
<html lang="{{language}}" dir="{{direction}}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>{{subject}}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .outer { padding: 16px 10px !important; } .card { padding: 24px 20px 12px !important; } }
@media (prefers-color-scheme: dark) {
  .page { background: ${dark.page} !important; }
  .card { background: ${dark.card} !important; border-color: ${dark.line} !important; }
  .text { color: ${dark.text} !important; }
  .quiet { color: ${dark.quiet} !important; }
  .brand, .link { color: ${dark.link} !important; }
  .code { background: ${dark.tint} !important; color: ${dark.text} !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${colours.page};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;opacity:0">{{preheader}}${padding}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${colours.page}" style="background:${colours.page}">
<tr><td class="outer" align="center" style="padding:32px 16px;font:16px/1.55 ${font}">
<!--[if mso]><table role="presentation" width="560" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;margin:0 auto;text-align:start" dir="{{direction}}">
<tr><td class="brand" style="padding:0 4px 14px;font-size:18px;font-weight:700;letter-spacing:-.2px;color:${colours.link}">{{site.name}}</td></tr>
<tr><td class="card" bgcolor="${colours.card}" style="padding:32px 32px 20px;background:${colours.card};border:1px solid ${colours.line};border-radius:14px;overflow-wrap:anywhere;word-break:break-word">
{{#if logo}}<img src="{{logo}}" alt="" style="display:block;max-width:160px;max-height:48px;margin:0 0 20px;padding:6px;background:#ffffff;border-radius:6px">
{{/if}}<h1 class="text" style="margin:0 0 18px;font-size:24px;line-height:1.25;font-weight:700;letter-spacing:-.3px;color:${colours.text}">{{heading}}</h1>
{{#each before}}<p class="text" style="margin:0 0 14px;color:${colours.text}">{{{this}}}</p>
{{/each}}{{#if items}}<ul class="text" style="margin:0 0 14px;padding-inline-start:22px;color:${colours.text}">{{#each items}}<li style="margin:0 0 4px">{{this}}</li>{{/each}}</ul>
{{/if}}{{#if code}}<p class="code" style="margin:22px 0;padding:16px 12px;background:${colours.tint};border-radius:10px;font:700 32px/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:8px;text-align:center;text-indent:8px;color:${colours.text}">{{code}}</p>
{{/if}}{{#if button}}<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:22px 0"><tr><td align="center" bgcolor="${colours.accent}" style="border-radius:10px;background:${colours.accent};mso-padding-alt:13px 26px"><a href="{{button.link}}" style="display:inline-block;padding:13px 26px;color:#ffffff;font-weight:600;text-decoration:none;border-radius:10px">{{button.label}}</a></td></tr></table>
{{/if}}{{#if otherLink}}<p class="text" style="margin:0 0 14px"><a class="link" href="{{otherLink.link}}" style="color:${colours.link}">{{otherLink.label}}</a></p>
{{/if}}{{#each after}}<p class="quiet" style="margin:0 0 10px;font-size:14px;color:${colours.quiet}">{{{this}}}</p>
{{/each}}</td></tr>
<tr><td class="quiet" style="padding:18px 4px 0;font-size:13px;line-height:1.5;color:${colours.quiet};overflow-wrap:anywhere">{{why}}{{#if unsubscribe}} <a class="link" href="{{unsubscribe}}" style="color:${colours.link}">{{unsubscribeLabel}}</a>{{/if}}</td></tr>
<tr><td class="quiet" style="padding:10px 4px 0;font-size:13px;line-height:1.5;color:${colours.quiet}">{{#each links}}<a class="link" href="{{link}}" style="margin-inline-end:16px;white-space:nowrap;color:{{../site.accent.light.link}}">{{label}}</a>
{{/each}}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>
`;
