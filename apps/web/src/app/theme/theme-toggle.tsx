import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { chooseScheme, useScheme } from './scheme';
import { t } from '../../i18n/t';

export function ThemeToggle() {
  const dark = useScheme() === 'dark';
  const label = dark ? t('Use the light theme') : t('Use the dark theme');
  return (
    <Button
      type="text"
      title={label}
      aria-label={label}
      icon={dark ? <SunOutlined /> : <MoonOutlined />}
      onClick={() => chooseScheme(dark ? 'light' : 'dark')}
    />
  );
}
