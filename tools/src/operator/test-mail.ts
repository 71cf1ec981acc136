import { parseArgs } from 'node:util';
import { email as address } from '@tradepost/contracts/values/fields';
import { readConfig } from '@tradepost/service-kit/runtime/config';
import { settings } from '@tradepost/worker-mail/config';
import { openMailServer, tlsOf } from '@tradepost/worker-mail/mail-server';

const usage = 'npm run test-mail -- you@example.com';

/** Sends a mail with the product's settings, so that an operator can check the mail server. */
async function testMail() {
  const [to] = parseArgs({ allowPositionals: true }).positionals;
  if (!to || !address().required().isValidSync(to)) throw new Error(usage);
  const config = readConfig(settings);
  const server = openMailServer(config, { pool: false });
  const { response } = await server.sendMail({
    from: config.MAIL_FROM,
    to: { name: '', address: to },
    subject: `Test mail from ${config.PRODUCT_NAME}`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: `This installation of ${config.PRODUCT_NAME} can send mail.`,
  });
  console.log(`${new URL(config.SMTP_URL).host} accepted a mail to ${to} (TLS ${tlsOf(config)}): ${response}`);
}

testMail().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
