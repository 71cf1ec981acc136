import type { SiteInfo } from '@tradepost/contracts/site';
import { theme as antd, type ThemeConfig } from 'antd';
import { accentButton, accentTokens } from './accent';

export type Scheme = 'light' | 'dark';

/** One accent, in the two shades that reach 4.5:1 on their background. */
const accent = { light: '#0f6b66', dark: '#17827a' };

const shared = {
  fontFamily:
    "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontSizeSM: 13,
  fontSize: 14,
  fontSizeLG: 16,
  fontSizeXL: 20,
  borderRadius: 8,
  controlHeight: 38,
  controlHeightLG: 44,
  wireframe: false,
} as const;

const light: ThemeConfig = {
  algorithm: antd.defaultAlgorithm,
  token: {
    ...shared,
    colorPrimary: accent.light,
    colorPrimaryHover: '#12807a',
    colorPrimaryActive: '#0b514d',
    colorPrimaryBg: '#e2f1ef',
    colorPrimaryBgHover: '#d2e8e5',
    controlItemBgActive: '#e2f1ef',
    controlItemBgActiveHover: '#d2e8e5',
    colorInfo: accent.light,
    colorInfoBg: '#e2f1ef',
    colorInfoBorder: '#b5d8d4',
    colorLink: accent.light,
    colorLinkHover: '#0b514d',
    colorBgLayout: '#f5f7f7',
    colorTextBase: '#14211f',
    colorTextSecondary: '#4a5957',
    colorTextTertiary: '#5c6b69',
    colorTextDescription: '#4f5f5c',
    colorTextPlaceholder: '#687674',
    colorBorder: '#c9d2d0',
    colorBorderSecondary: '#e3e9e8',
    colorError: '#b42318',
    colorErrorBg: '#fdeeec',
    colorErrorBorder: '#f0c4bf',
    colorWarning: '#a15c07',
    colorWarningBg: '#fdf6e7',
    colorWarningBorder: '#ebd6ab',
    colorSuccess: '#18794e',
    colorSuccessBg: '#e8f4ed',
    colorSuccessBorder: '#b7dbc7',
  },
};

const dark: ThemeConfig = {
  algorithm: antd.darkAlgorithm,
  token: {
    ...shared,
    colorPrimary: accent.dark,
    colorPrimaryHover: '#22a097',
    colorPrimaryActive: '#16726b',
    colorPrimaryBg: '#15312f',
    colorPrimaryBgHover: '#1b3f3c',
    controlItemBgActive: '#15312f',
    controlItemBgActiveHover: '#1b3f3c',
    colorInfo: '#5cc9bf',
    colorInfoBg: '#15312f',
    colorInfoBorder: '#1f4a46',
    colorLink: '#5cc9bf',
    colorLinkHover: '#85dcd3',
    colorBgBase: '#101716',
    colorBgLayout: '#0b1110',
    colorBgContainer: '#141d1c',
    colorBgElevated: '#1b2625',
    colorTextBase: '#e9f0ef',
    colorTextSecondary: '#b3c1bf',
    colorTextTertiary: '#9aaaa7',
    colorTextDescription: '#a6b5b2',
    colorTextPlaceholder: '#8c9b98',
    colorBorder: '#3a4947',
    colorBorderSecondary: '#263331',
    colorBorderDisabled: '#2e3b39',
    colorError: '#ff8a7d',
    colorWarning: '#e0a13a',
    colorSuccess: '#4fb484',
    colorSuccessBg: '#12281e',
    colorSuccessBorder: '#1f4836',
  },
};

/** White text has too little contrast on the lighter shades of the dark theme. */
const darkButton = {
  dangerColor: '#1f0f0d',
  colorPrimaryHover: '#137068',
  colorPrimaryActive: '#0f5c55',
  defaultHoverColor: '#5cc9bf',
  defaultHoverBorderColor: '#22a097',
  defaultActiveColor: '#5cc9bf',
};

/** The class of `<html>` (index.html): antd's variables (`var(--ant-color-text)`) hold for the whole page. */
const cssVariableScope = 'tradepost';

export function themeOf(scheme: Scheme, reducedMotion: boolean, site: SiteInfo['accent']): ThemeConfig {
  const own = scheme === 'dark' ? dark : light;
  const shades = site?.[scheme];
  const base = shades ? { ...own, token: { ...own.token, ...accentTokens(shades) } } : own;
  return {
    ...base,
    cssVar: { key: cssVariableScope },
    // the rules are in the page's style sheet (site/antd-styles.ts)
    hashed: false,
    zeroRuntime: true,
    token: { ...base.token, motion: !reducedMotion },
    components: {
      Layout: {
        headerBg: base.token?.colorBgContainer ?? '#ffffff',
        siderBg: base.token?.colorBgContainer ?? '#ffffff',
        headerHeight: 56,
        headerPadding: '0 20px',
      },
      Menu: {
        itemBorderRadius: 8,
        activeBarBorderWidth: 0,
        itemBg: 'transparent',
        itemHeight: 38,
        itemSelectedColor: base.token?.colorLink ?? accent.light,
      },
      Button: { ...(scheme === 'dark' && darkButton), ...(shades && accentButton(shades)) },
      Card: { headerFontSize: 16 },
      Form: { labelHeight: 22, itemMarginBottom: 28, verticalLabelPadding: '0 0 6px' },
      Statistic: { contentFontSize: 28 },
      Notification: { width: 420 },
      Tabs: {
        itemSelectedColor: base.token?.colorLink ?? accent.light,
        itemHoverColor: base.token?.colorLink ?? accent.light,
        itemActiveColor: base.token?.colorLink ?? accent.light,
      },
      // rows of 48 px with a control of 32 px
      Switch: { trackHeight: 24, trackMinWidth: 48, handleSize: 20 },
      Table: { headerBg: 'transparent', headerSplitColor: 'transparent', cellPaddingBlockMD: 8 },
    },
  };
}
