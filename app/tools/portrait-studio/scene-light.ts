import type { SceneId } from "./scenes.ts";

/** Light and camera that a cut-out must match. */
export interface SceneLight {
  /** Degrees in the picture plane: 0 left, 90 above, 180 right. */
  keyDegrees: number;
  /** -1 from the camera's side, +1 from behind the sitter. */
  keyDepth: number;
  /** Kelvin, of the main light and of the rest. */
  keyKelvin: number;
  ambientKelvin: number;
  /** Lit side over the other side. */
  keyToFill: number;
  /** 0 hard sun to 1 a large soft source. */
  softness: number;
  /** Share of the height from the top. */
  horizon: number;
}

/**
 * Outdoor directions follow the sun of art/outdoor.py, horizons the cameras; the rest is estimated from the lamps of
 * art/indoor.py.
 */
export const sceneLights = {
  "garden-paradise": {
    keyDegrees: 143,
    keyDepth: -0.21,
    keyKelvin: 5300,
    ambientKelvin: 6000,
    keyToFill: 2.5,
    softness: 0.35,
    horizon: 0.6,
  },
  "urban-architecture": {
    keyDegrees: 147,
    keyDepth: -0.8,
    keyKelvin: 4300,
    ambientKelvin: 6500,
    keyToFill: 2.5,
    softness: 0.4,
    horizon: 0.66,
  },
  "beach-sunset": {
    keyDegrees: 140,
    keyDepth: 0.99,
    keyKelvin: 2700,
    ambientKelvin: 4800,
    keyToFill: 1.8,
    softness: 0.5,
    horizon: 0.56,
  },
  "mountain-view": {
    keyDegrees: 149,
    keyDepth: -0.41,
    keyKelvin: 5400,
    ambientKelvin: 7500,
    keyToFill: 3.0,
    softness: 0.25,
    horizon: 0.68,
  },
  "forest-path": {
    keyDegrees: 117,
    keyDepth: 0.69,
    keyKelvin: 5400,
    ambientKelvin: 5600,
    keyToFill: 1.7,
    softness: 0.7,
    horizon: 0.62,
  },
  "city-park": {
    keyDegrees: 143,
    keyDepth: 0.17,
    keyKelvin: 5500,
    ambientKelvin: 6800,
    keyToFill: 2.8,
    softness: 0.3,
    horizon: 0.64,
  },
  lakeside: {
    keyDegrees: 153,
    keyDepth: -0.23,
    keyKelvin: 5200,
    ambientKelvin: 7200,
    keyToFill: 2.6,
    softness: 0.3,
    horizon: 0.58,
  },
  "desert-landscape": {
    keyDegrees: 163,
    keyDepth: 0.2,
    keyKelvin: 4300,
    ambientKelvin: 6800,
    keyToFill: 3.2,
    softness: 0.2,
    horizon: 0.64,
  },
  "cozy-living-room": {
    keyDegrees: 150,
    keyDepth: -0.2,
    keyKelvin: 2700,
    ambientKelvin: 3000,
    keyToFill: 2.2,
    softness: 0.7,
    horizon: 0.4,
  },
  "modern-office": {
    keyDegrees: 25,
    keyDepth: 0,
    keyKelvin: 6000,
    ambientKelvin: 5000,
    keyToFill: 1.6,
    softness: 0.85,
    horizon: 0.46,
  },
  "luxury-hotel-lobby": {
    keyDegrees: 60,
    keyDepth: -0.1,
    keyKelvin: 4300,
    ambientKelvin: 3400,
    keyToFill: 1.6,
    softness: 0.85,
    horizon: 0.62,
  },
  "modern-kitchen": {
    keyDegrees: 30,
    keyDepth: 0.1,
    keyKelvin: 5800,
    ambientKelvin: 4500,
    keyToFill: 1.7,
    softness: 0.85,
    horizon: 0.47,
  },
  "elegant-restaurant": {
    keyDegrees: 125,
    keyDepth: -0.4,
    keyKelvin: 2600,
    ambientKelvin: 2600,
    keyToFill: 2.4,
    softness: 0.6,
    horizon: 0.46,
  },
  "home-library": {
    keyDegrees: 115,
    keyDepth: -0.3,
    keyKelvin: 2900,
    ambientKelvin: 3000,
    keyToFill: 2.0,
    softness: 0.7,
    horizon: 0.46,
  },
  "conference-room": {
    keyDegrees: 40,
    keyDepth: 0,
    keyKelvin: 5600,
    ambientKelvin: 5000,
    keyToFill: 1.5,
    softness: 0.85,
    horizon: 0.44,
  },
  "bedroom-suite": {
    keyDegrees: 25,
    keyDepth: 0.1,
    keyKelvin: 5200,
    ambientKelvin: 3600,
    keyToFill: 1.7,
    softness: 0.85,
    horizon: 0.42,
  },
  "clean-white-studio": {
    keyDegrees: 32,
    keyDepth: -0.5,
    keyKelvin: 5500,
    ambientKelvin: 5600,
    keyToFill: 1.6,
    softness: 0.8,
    horizon: 0.55,
  },
  "elegant-gray-studio": {
    keyDegrees: 46,
    keyDepth: -0.4,
    keyKelvin: 5400,
    ambientKelvin: 5600,
    keyToFill: 2.5,
    softness: 0.8,
    horizon: 0.55,
  },
} as const satisfies Record<SceneId, SceneLight>;
