import { Alert } from 'antd';
import { useOnline } from '../../ui/feedback/use-online';
import { t } from '../../i18n/t';

/** Above every screen without a network; the screens load again when it is back. */
export function OfflineNotice() {
  if (useOnline()) return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={t("You're offline. This page shows what was loaded before, and updates when you are back online.")}
    />
  );
}
