# syntax=docker/dockerfile:1
# Node 24 runs the server's TypeScript as it is; only the pages are built.
#
#   docker build .                   the whole product: runs with nothing else, or with real services by its environment
#   docker build --target hosted .   for real services only: without the embedded database, engine, sign-in and sandbox,
#                                    and without the nets that check what another engine made
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The `node` package serves machines with an older Node; its script would download what this image brings.
RUN npm ci --ignore-scripts --no-audit --no-fund

FROM dependencies AS build
COPY . .
RUN npm run build
# What the pages were built from is not needed to serve them, and tests are nobody's.
RUN find app -name '*.tsx' -delete -o -name '*.css' -delete

FROM node:24-bookworm-slim AS production-dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Nothing at run time reads types and source maps, or the halves of the table of countries beside the whole one.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node node_modules/node-bin-* node_modules/.bin/node node_modules/typescript \
    node_modules/@types node_modules/undici-types node_modules/@ip-location-db/*/*-ipv[46].mmdb \
  && find node_modules/onnxruntime-web/dist -type f ! -name 'ort.wasm.bundle.min.mjs' ! -name 'ort-wasm-simd-threaded.wasm' ! -name 'ort-wasm-simd-threaded.mjs' -delete \
  && find node_modules -type f '(' -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' ')' -delete

FROM production-dependencies AS hosted-dependencies
RUN rm -rf node_modules/@electric-sql/pglite node_modules/@techstark/opencv-js node_modules/onnxruntime-web node_modules/bcryptjs node_modules/jose

FROM build AS hosted-build
RUN cd app && rm -rf darkroom adapters/sight adapters/embedded/darkroom adapters/embedded/database adapters/embedded/identity adapters/embedded/mailbox adapters/embedded/payment-sandbox adapters/embedded/photo-host

FROM node:24-bookworm-slim AS base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Memory that is free goes back and does not grow with the machine's size: docs/decisions/0029.
ENV NODE_OPTIONS=--max-semi-space-size=16 MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY package.json ./
COPY supabase/migrations ./supabase/migrations
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "app/server/http/server.ts"]

FROM base AS hosted
# No embedded part is left: what its environment does not name stops the start.
ENV ALLOW_EMBEDDED=0
COPY --from=hosted-dependencies /app/node_modules ./node_modules
COPY --from=hosted-build /app/build ./build
COPY --from=hosted-build /app/app ./app
COPY --from=hosted-build /app/commands ./

FROM base
COPY --from=production-dependencies /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/app ./app
COPY --from=build /app/bin ./bin
