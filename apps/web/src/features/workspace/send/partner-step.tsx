import { useQuery } from '@tanstack/react-query';
import type { SentInvitation } from '@tradepost/contracts/identity';
import { isAddress } from '@tradepost/contracts/values/fields';
import { AutoComplete, Form } from 'antd';
import { useUser } from '../../../session/auth.store';
import { hasText } from '../../../ui/list/has-text';
import { partnersQuery } from '../api';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

interface PartnerStepProps {
  email: string;
  /** The open or accepted invitation of this address. */
  known: SentInvitation | undefined;
  problem: string | undefined;
  onChange: (email: string) => void;
}

export function PartnerStep({ email, known, problem, onChange }: PartnerStepProps) {
  const { data: partners = [] } = useQuery(partnersQuery(useUser()));
  const hint = known
    ? known.status === 'pending'
      ? t('Invited, not joined yet. They see the files after they accept your invitation.')
      : t('Your partner. They get an email as soon as the files are there.')
    : isAddress(email)
      ? t('Not a partner yet. They are invited with this delivery and see the files after they accept.')
      : partners.length > 0
        ? t('Choose a partner, or enter the address of someone new.')
        : t('Enter their email address. They are invited with this delivery.');
  return (
    <Form layout="vertical" component="div">
      <Form.Item
        label={t("Partner's email")}
        htmlFor="send-partner"
        validateStatus={problem ? 'error' : ''}
        help={
          <span id="send-partner-hint" role={problem ? 'alert' : undefined}>
            {problem ?? hint}
          </span>
        }
        className={layout.marginBottom0}
      >
        <AutoComplete
          id="send-partner"
          autoFocus
          defaultActiveFirstOption={false}
          size="large"
          aria-describedby="send-partner-hint"
          aria-invalid={!!problem}
          placeholder={t('partner@company.com')}
          options={partners.filter((one) => hasText(one, email)).map((value) => ({ value }))}
          value={email}
          onChange={(value: string) => onChange(value.trim())}
        />
      </Form.Item>
    </Form>
  );
}
