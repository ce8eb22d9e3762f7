import { type ThemeConfig, theme } from 'antd'

export type ThemeChoice = 'light' | 'dark' | 'system'
export type ThemeName = 'light' | 'dark'

interface Palette {
  readonly accent: string
  /** Behind a primary button's text while it is pointed at. */
  readonly accentHover: string
  readonly accentText: string
  readonly accentSoft: string
  readonly canvas: string
  readonly surface: string
  readonly raised: string
  readonly sunken: string
  readonly hover: string
  readonly line: string
  readonly lineStrong: string
  readonly text: string
  readonly muted: string
  readonly danger: string
  readonly dangerSoft: string
  readonly warning: string
  readonly warningSoft: string
  readonly success: string
  readonly waiting: string
  readonly disabled: string
  readonly shadow: string
}

/** The one place colours are named: antd's tokens and the style sheets' custom properties both come from it. */
const PALETTES: Readonly<Record<ThemeName, Palette>> = {
  light: {
    accent: '#0f766e',
    accentHover: '#268277',
    accentText: '#0b655e',
    accentSoft: '#e3f3f0',
    canvas: '#f6f7f7',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#f1f3f3',
    hover: '#f3f6f6',
    line: '#e3e7e7',
    lineStrong: '#cbd2d2',
    text: '#17211f',
    muted: '#5a6765',
    danger: '#b42318',
    dangerSoft: '#fdeeec',
    warning: '#8a5a00',
    warningSoft: '#fdf4dc',
    success: '#1a7040',
    waiting: '#c98a04',
    disabled: '#8f9b99',
    shadow: '0 8px 24px rgb(15 30 28 / 12%)',
  },
  dark: {
    accent: '#128a80',
    accentHover: '#1a8076',
    accentText: '#52cabd',
    accentSoft: '#123632',
    canvas: '#101414',
    surface: '#171c1c',
    raised: '#1f2626',
    sunken: '#131818',
    hover: '#1d2424',
    line: '#2a3232',
    lineStrong: '#3d4848',
    text: '#e4eae9',
    muted: '#9aa8a6',
    danger: '#ff8d80',
    dangerSoft: '#3a1d1a',
    warning: '#e8b64c',
    warningSoft: '#352a12',
    success: '#5cc98b',
    waiting: '#e8b64c',
    disabled: '#5d6967',
    shadow: '0 8px 24px rgb(0 0 0 / 45%)',
  },
}

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"

export function antdTheme(name: ThemeName, reducedMotion: boolean): ThemeConfig {
  const palette = PALETTES[name]
  return {
    algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: palette.accent,
      colorInfo: palette.accent,
      colorLink: palette.accentText,
      colorError: palette.danger,
      // What antd derives from a deep accent is muddy.
      colorPrimaryBg: palette.accentSoft,
      colorPrimaryBgHover: palette.accentSoft,
      controlItemBgActive: palette.accentSoft,
      controlItemBgActiveHover: palette.accentSoft,
      controlItemBgHover: palette.hover,
      colorInfoBg: palette.accentSoft,
      colorInfoBorder: palette.line,
      colorErrorBg: palette.dangerSoft,
      colorErrorBorder: palette.dangerSoft,
      colorWarningBg: palette.warningSoft,
      colorWarningBorder: palette.warningSoft,
      colorBgBase: palette.surface,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBgLayout: palette.canvas,
      colorText: palette.text,
      colorTextDescription: palette.muted,
      colorTextPlaceholder: name === 'dark' ? '#7f8d8b' : '#6b7776',
      colorTextDisabled: palette.muted,
      colorBgContainerDisabled: palette.sunken,
      colorBorder: palette.lineStrong,
      colorBorderSecondary: palette.line,
      fontFamily: FONT,
      fontSize: 13,
      controlHeight: 30,
      borderRadius: 6,
      motion: !reducedMotion,
      wireframe: false,
    },
    components: {
      Button: {
        fontWeight: 500,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // A disabled button is nothing to read; the text of a read-only field is.
        colorTextDisabled: palette.disabled,
        borderColorDisabled: palette.line,
        colorPrimaryHover: palette.accentHover,
        // the accent itself is too dark for text on the dark theme
        defaultHoverColor: palette.accentText,
        defaultActiveColor: palette.accentText,
      },
      Modal: { titleFontSize: 15 },
      Tooltip: { fontSize: 12 },
    },
  }
}

/** Gives the style sheets the palette; through the CSSOM, which the content-security policy allows. */
export function applyPalette(name: ThemeName): void {
  const root = document.documentElement
  root.dataset.theme = name
  root.style.colorScheme = name
  for (const [key, value] of Object.entries(PALETTES[name])) root.style.setProperty(`--${kebab(key)}`, value)
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
