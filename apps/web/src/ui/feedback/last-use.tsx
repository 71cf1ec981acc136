import { Typography } from 'antd';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import { TimeText } from './time-text';

interface LastUseProps {
  lastUsedAt: string | null;
  lastUsedIp: string | null;
}

/** When a key or token was last used, and from where. */
export const LastUse = ({ lastUsedAt, lastUsedIp }: LastUseProps) => (
  <Typography.Text type="secondary">
    {lastUsedAt ? (
      <Rich text={'Last used <0/> from {lastUsedIp}'} values={{ lastUsedIp }} parts={[<TimeText iso={lastUsedAt} />]} />
    ) : (
      t('Never used')
    )}
  </Typography.Text>
);
