import { CloseOutlined, PlusOutlined, UserOutlined } from '@ant-design/icons';
import { inviteEmailForm } from '@tradepost/contracts/identity';
import { sameAddress } from '@tradepost/contracts/values/address';
import { Button, Flex, Input, Space, Typography } from 'antd';
import { useState } from 'react';
import { ValidationError } from 'yup';
import { useDraft } from '../../ui/draft/use-draft';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './invite-step.module.css';

interface InviteStepProps {
  /** Sent: no more changes. */
  done: boolean;
  /** The address of the person. */
  own: string;
  onSkip: () => void;
  onInvite: (emails: string[]) => void;
}

/** What is typed and added so far. */
interface Invitations {
  email: string;
  partners: string[];
}

/** The first validation message; null when the address may be added. */
function problemOf(email: string, own: string, partners: string[]): string | null {
  try {
    inviteEmailForm.validateSync({ email });
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
  if (sameAddress(own, email)) return t('This is your own address');
  return partners.some((partner) => sameAddress(partner, email)) ? t('This email has already been invited') : null;
}

export function InviteStep({ done, own, onSkip, onInvite }: InviteStepProps) {
  const draft: Partial<Invitations> = useDraft('partners', (): Invitations => ({ email, partners }));
  const [email, setEmail] = useState(draft.email ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [partners, setPartners] = useState(draft.partners ?? []);

  /** The partners with the one in the field; undefined if it may not be added. */
  const add = (): string[] | undefined => {
    const found = problemOf(email.trim(), own, partners);
    setProblem(found);
    if (found) return undefined;
    const added = [...partners, email.trim()];
    setPartners(added);
    setEmail('');
    return added;
  };
  const invite = () => {
    const typed = email.trim();
    const isListed = partners.some((partner) => sameAddress(partner, typed));
    const all = typed === '' || isListed ? partners : add();
    if (all) onInvite(all);
  };

  return (
    <>
      <Typography.Title level={1} className={styles.title}>
        {t('Invite your Trading Partner')}
      </Typography.Title>
      <Typography.Paragraph type="secondary" className={styles.subtitle}>
        {t('Collaborate with your Partner')}
      </Typography.Paragraph>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
        aria-label={t('Invite a partner')}
        noValidate
      >
        <label htmlFor="partner-email" className={`${layout.block} ${layout.marginBottom8}`}>
          {t("Partner's email")}
        </label>
        <Space.Compact block>
          <Input
            id="partner-email"
            size="large"
            type="email"
            inputMode="email"
            placeholder={t('partner@company.com')}
            prefix={<UserOutlined className={layout.tertiary} />}
            value={email}
            disabled={done}
            status={problem ? 'error' : ''}
            aria-invalid={problem !== null}
            aria-describedby={problem ? 'partner-problem' : undefined}
            onChange={(event) => {
              setEmail(event.target.value);
              setProblem(null);
            }}
          />
          <Button
            size="large"
            htmlType="submit"
            icon={<PlusOutlined aria-hidden />}
            aria-label={t('Add')}
            disabled={done || email.trim() === ''}
          >
            {t('Add')}
          </Button>
        </Space.Compact>
        <div id="partner-problem" role="alert" className={styles.error}>
          {problem}
        </div>
      </form>
      {partners.length > 0 && (
        <section aria-label={t('Invited team Partner')} className={layout.marginTop8}>
          <Typography.Text strong>{t('Invited team Partner')}</Typography.Text>
          <ul className={styles.invited}>
            {partners.map((partner) => (
              <Flex
                component="li"
                key={partner}
                align="center"
                justify="space-between"
                gap={8}
                className={styles.person}
              >
                <Typography.Text ellipsis>{partner}</Typography.Text>
                <Button
                  type="text"
                  icon={<CloseOutlined aria-hidden />}
                  aria-label={t('Remove {partner}', { partner })}
                  disabled={done}
                  onClick={() => setPartners(partners.filter((other) => other !== partner))}
                />
              </Flex>
            ))}
          </ul>
        </section>
      )}
      <Flex gap={12} className={styles.buttons} wrap>
        <Button
          type="primary"
          size="large"
          disabled={done}
          className={layout.grow}
          onClick={() => (partners.length > 0 ? invite() : onSkip())}
        >
          {partners.length > 0 ? t('Continue') : t('Skip for now')}
        </Button>
        {partners.length === 0 && (
          <Button size="large" disabled={done} className={layout.grow} onClick={() => add()}>
            {t('Add Partner')}
          </Button>
        )}
      </Flex>
    </>
  );
}
