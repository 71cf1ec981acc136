import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../session/auth.store';
import { ErrorState } from '../../ui/feedback/error-state';
import { FullScreenBusy } from '../../ui/busy/full-screen-busy';
import { kycQuery } from './api';
import { Registration } from './registration';
import { t } from '../../i18n/t';

export default function KycPage() {
  const { email } = useUser();
  const kyc = useQuery(kycQuery(email));
  if (kyc.error && !kyc.data) return <ErrorState isPage error={kyc.error} onRetry={kyc.refetch} />;
  if (!kyc.data) return <FullScreenBusy title={t('Loading...')} text={t('Please wait for a while')} />;
  return <Registration data={kyc.data.data} review={kyc.data.review} />;
}
