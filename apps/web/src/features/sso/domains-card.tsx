import { ssoDomainForm, type SsoDomain } from '@tradepost/contracts/identity';
import { Alert, Button, Flex, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { CopyButton } from '../../ui/feedback/copy-button';
import { StatusTag } from '../../ui/feedback/status-tag';
import { TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { ask } from '../../ui/question/ask';
import { useAddDomain, useRemoveDomain, useVerifyDomain } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './sso.module.css';

// the same in every language
const exampleDomain = 'example.com';

/** The domains of the company, each with its DNS record until it is verified. */
export function DomainsCard({ domains }: { domains: SsoDomain[] }) {
  const add = useAddDomain();
  return (
    <SectionCard title={t('Domains')}>
      <Typography.Paragraph type="secondary">
        {t('People with an email address of one of these domains can sign in with your sign-in service.')}
      </Typography.Paragraph>
      {domains.length > 0 && (
        <ul aria-label={t('Domains')} className={layout.bareList}>
          {domains.map((domain) => (
            <DomainRow key={domain.id} domain={domain} />
          ))}
        </ul>
      )}
      <Form
        label={t('Add domain')}
        schema={ssoDomainForm}
        initialValues={{ domain: '' }}
        onSubmit={({ domain }, { resetForm }) => add.mutateAsync(domain).then(() => resetForm())}
      >
        <FormError message={add.error?.message} />
        <TextField name="domain" label={t('Domain')} placeholder={exampleDomain} autoComplete="off" />
        <SubmitButton block={false} type="default">
          {t('Add domain')}
        </SubmitButton>
      </Form>
    </SectionCard>
  );
}

function DomainRow({ domain: { id, domain, record, verifiedAt } }: { domain: SsoDomain }) {
  const verify = useVerifyDomain();
  const remove = useRemoveDomain();
  const askFirst = () =>
    ask({
      title: t('Remove {domain}?', { domain }),
      content: t('People who signed in with your sign-in service are signed out.'),
      okText: t('Remove'),
      okButtonProps: { danger: true },
      cancelText: t('Cancel'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => remove.mutateAsync(id).catch(() => undefined),
    });
  const error = verify.error ?? remove.error;
  return (
    <li className={styles.row}>
      <Flex gap={12} align="center" justify="space-between" wrap>
        <Flex gap={12} align="center" wrap>
          <Typography.Text strong className={layout.breakWords}>
            {domain}
          </Typography.Text>
          <StatusTag tone={verifiedAt ? 'green' : 'grey'} text={verifiedAt ? t('Verified') : t('Not verified yet')} />
        </Flex>
        <Flex gap={8}>
          {!verifiedAt && (
            <Button
              loading={verify.isPending}
              aria-label={t('Verify {domain}', { domain })}
              onClick={() => verify.mutate(id)}
            >
              {t('Verify')}
            </Button>
          )}
          <Button
            danger
            aria-label={t('Remove {domain}', { domain })}
            onClick={verifiedAt ? askFirst : () => remove.mutate(id)}
          >
            {t('Remove')}
          </Button>
        </Flex>
      </Flex>
      {!verifiedAt && (
        <div>
          <Typography.Text type="secondary">
            {t('Add this TXT record to the DNS of {domain}:', { domain })}
          </Typography.Text>
          <Copied text={record} />
        </div>
      )}
      {error && <Alert type="error" showIcon role="alert" title={error.message} />}
    </li>
  );
}

/** A text that is entered elsewhere. */
export function Copied({ text }: { text: string }) {
  return (
    <Flex gap={8} align="center" wrap>
      <Typography.Text code className={layout.breakWords}>
        {text}
      </Typography.Text>
      <CopyButton size="small" text={text}>
        {t('Copy')}
      </CopyButton>
    </Flex>
  );
}
