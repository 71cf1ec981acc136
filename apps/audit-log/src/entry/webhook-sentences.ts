import { webhookEvents } from '@tradepost/contracts/webhooks';
import { sentencesFor, who } from './sentence';

/** Webhooks. */
export const webhookSentences = sentencesFor(webhookEvents, {
  webhookCreated: ({ companyId, host }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} added a webhook to ${host}`,
  }),
  webhookChanged: ({ companyId, host }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} changed the webhook to ${host}`,
  }),
  webhookSwitched: ({ companyId, host, enabled, because: why }, meta) => ({
    chains: [companyId],
    message:
      why === 'failing'
        ? `The webhook to ${host} was switched off because deliveries failed for days`
        : `${who(meta)} switched the webhook to ${host} ${enabled ? 'on' : 'off'}`,
  }),
  webhookRemoved: ({ companyId, host }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} removed the webhook to ${host}`,
  }),
  webhookSecretRotated: ({ companyId, host }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} renewed the secret of the webhook to ${host}`,
  }),
});
