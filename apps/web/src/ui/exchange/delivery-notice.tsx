import { Alert } from 'antd';
import { useUser } from '../../session/auth.store';
import { useMay } from '../../session/may';
import { LinkButton } from '../layout/link-button';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** Says before a form is filled in that the company may not deliver yet, and leads to what changes that. */
export function DeliveryNotice({ onGo }: { onGo?: () => void }) {
  const { kycStatus } = useUser();
  const mayRegister = useMay('registration');
  if (kycStatus !== 'Rejected' && kycStatus !== 'Changes requested') return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('Your business registration needs your attention before you can deliver')}
      description={
        mayRegister && (
          <LinkButton type="link" to="/kyc-approval" className={layout.noPaddingInline} {...(onGo && { onGo })}>
            {t('Business Registration')}
          </LinkButton>
        )
      }
    />
  );
}
