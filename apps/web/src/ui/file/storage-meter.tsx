import { Flex, Progress, Typography, theme } from 'antd';
import { locale } from '../../i18n/language';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';

const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toLocaleString(locale, digits);

/** Bytes used of bytes allowed: green under 50 percent, yellow under 80, red from there. */
function storageTone(percent: number): 'green' | 'yellow' | 'red' {
  if (percent < 50) return 'green';
  return percent < 80 ? 'yellow' : 'red';
}

const hints = {
  green: undefined,
  yellow: t('More than half used'),
  red: t('Almost full: delete files or empty the bin'),
};

export function StorageMeter({ used, total }: { used: number; total: number }) {
  const { token } = theme.useToken();
  const percent = total > 0 ? Math.min(100, (used / total) * 100) : 0;
  const tone = storageTone(percent);
  const color = { green: token.colorSuccess, yellow: '#d29a12', red: token.colorError }[tone];
  const shown = percent > 0 && percent < 1 ? '<1' : Math.floor(percent);
  return (
    <div role="group" aria-label={t('Storage')}>
      <Flex justify="space-between">
        <Typography.Text className={layout.small}>{t('Storage')}</Typography.Text>
        <Typography.Text className={`numbers ${layout.small}`}>{t('{shown}% used', { shown })}</Typography.Text>
      </Flex>
      <Progress
        percent={Number(percent.toFixed(2))}
        showInfo={false}
        strokeColor={color}
        size="small"
        aria-label={t('Storage: {shown}% used', { shown })}
      />
      <Typography.Text type="secondary" className={`numbers ${layout.block} ${layout.small}`}>
        {t('{used} GB used of {total} GB total', {
          used: gigabytes(used),
          total: gigabytes(total),
        })}
      </Typography.Text>
      {hints[tone] && (
        <Typography.Text className={`${layout.textColor} ${layout.small}`}>{hints[tone]}</Typography.Text>
      )}
    </div>
  );
}
