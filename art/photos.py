"""Everyday phone photos: subject in focus, ordinary imperfect light."""
from kit import *
from indoor import wood, fabric, wallpaint


def phone(loc, look, f=34, focus=None, fstop=9, width=1800):
    S['photo'] = width   # rendered at; enlarged to 3000 px
    camera(f, fstop, focus or (Vector(loc) - Vector(look)).length, loc=loc, look=look, aspect=4 / 3)


def loft(secs, m, n=64, cap=True, loc=(0, 0, 0), rot=0, f=lambda x, y, z, a: (x, y, z)):
    """Stack of super-ellipse sections (z, half-width, half-depth, exponent)."""
    V, F = [], []
    for z, a, b, e in secs:
        for k in range(n):
            t = 2 * math.pi * k / n; c, s = math.cos(t), math.sin(t)
            V.append(f(a * math.copysign(abs(c) ** (2 / e), c), b * math.copysign(abs(s) ** (2 / e), s), z, t))
    for i in range(len(secs) - 1):
        for k in range(n): q = (k + 1) % n; F.append((i * n + k, i * n + q, (i + 1) * n + q, (i + 1) * n + k))
    if cap: F.append(tuple(range(n))[::-1]); F.append(tuple((len(secs) - 1) * n + k for k in range(n)))
    me = mesh(V, F, True, mats=m); autosmooth(me, .9)
    return obj(me, loc, (0, 0, math.radians(rot)))


def blossom(m, layers, col, core, cup=.5):
    """Flower head: layers = [(count, length, width, tilt)], unit size."""
    V, F, C = [], [], []; nu, nv = 5, 6
    for li, (cnt, ln, wd, tilt) in enumerate(layers):
        off = u(0, 6)
        for p in range(cnt):
            a = off + 2 * math.pi * p / cnt + u(-.12, .12); tl = tilt + u(-.15, .15); c0 = jit(col, .012, .12, .16); b = len(V); LL = ln * u(.9, 1.1)
            for j in range(nv):
                t = j / (nv - 1); w = wd * math.sin(math.pi * (.12 + .8 * t) ** .9) ; e = tl + cup * (t - .3) * (1 if li else .6)
                r = .05 + LL * t * math.cos(e); z = LL * t * math.sin(tl) * (1 - .25 * t)
                for i in range(nu):
                    s = i / (nu - 1) * 2 - 1; zz = z + .12 * ln * s * s * (.4 + t) ; x, y = r, s * w
                    V.append((x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a), zz)); C.append(mix(mix(core, c0, min(1, .25 + t * 1.6)), (1, 1, 1), .12 * t))
            for j in range(nv - 1):
                for i in range(nu - 1): q = b + j * nu + i; F.append((q, q + 1, q + nu + 1, q + nu))
    return mesh(V, F, True, C, m)


def long_leaf(m, L=1, W=.16, col='#4d7a35'):
    V, F, C = [], [], []; n = 10; c = rgb(col)
    for j in range(n):
        t = j / (n - 1); w = W * math.sin(math.pi * (.06 + .92 * t)) ** .8; x = L * t * math.cos(.9 * t); z = L * .75 * math.sin(1.6 * t) * .8
        V += [(x, -w, z + .04), (x, 0, z), (x, w, z + .04)]; C += [jit(c, .01, .1, .1), mix(c, (.6, .7, .3), .15), jit(c, .01, .1, .1)]
    for j in range(n - 1): F += [(3 * j, 3 * j + 3, 3 * j + 4, 3 * j + 1), (3 * j + 1, 3 * j + 4, 3 * j + 5, 3 * j + 2)]
    return mesh(V, F, True, C, m)


def mug(x, y, z, m, r=.042, h=.095, a=0.5, fill=None):
    lathe([(.0005, 0), (r * .9, 0), (r, .01), (r, h), (r * .92, h), (r * .9, .012), (.0005, .01)], m, (x, y, z), 48)
    tube([(x + (r - .002) * math.cos(a) + d * math.cos(a), y + (r - .002) * math.sin(a) + d * math.sin(a), z + zz) for d, zz in ((0, h * .8), (.026, h * .82), (.032, h * .5), (.024, h * .22), (0, h * .24))], .0055, m)
    if fill: cyl((x, y, z + h * .8), r * .91, .001, fill)


def photo_kitchen_flowers():
    world(rgb('#ffcf9a'), .035)
    W = kelvin(2700)
    tb = mat(rgb('#8f6238'), .38, var=.85, vscale=5, stretch=(1.6, 14, 1), vcol=rgb('#5f3d20'), rvar=.15, bump=.08, bscale=90)
    for i in range(6): box((0, -.42 + i * .17, .73), (1.7, .168, .04), tb, .004)
    # room behind
    wl = mat(rgb('#c9bda6'), .9, var=.06, vscale=2); wall(-3, 3, 0, 3, 1.9, wl); cab = mat(rgb('#d9cfb8'), .5, var=.04)
    box((-.2, 1.6, .45), (3.2, .6, .9), cab); box((-.2, 1.58, .92), (3.2, .66, .04), mat(rgb('#4a4642'), .25, var=.4, vscale=20))
    for i in range(5): box((-1.45 + i * .62, 1.28, .5), (.58, .02, .7), cab, .008); cyl((-1.45 + i * .62 + .2, 1.25, .72), .012, .02, mat((.5, .5, .5), .3, metal=1), rot=(1.57, 0, 0))
    its = []
    for i in range(26):
        for k in range(6): its.append((-1.7 + i * .125, 1.895, 1.0 + k * .125, .119, .01, .119, jit(rgb('#d8d2bd'), .01, .2, .08)))
    boxes(its, mat(attr=True, rough=.15))
    box((1.25, 1.55, 1.0), (.62, .62, 2.0), mat(rgb('#dedad0'), .35), .02)
    steel = mat(rgb('#b9bcc0'), .2, metal=1, rvar=.08)
    lathe([(.0005, 0), (.08, 0), (.095, .03), (.085, .13), (.05, .17), (.015, .19)], steel, (-.75, 1.5, .94)); tube([(-.83, 1.5, 1.05), (-.9, 1.5, 1.15), (-.75, 1.5, 1.24), (-.62, 1.5, 1.16)], .01, mat((.02, .02, .02), .4))
    for x, h, r, c in [(-.35, .24, .045, '#a33b2a'), (-.2, .18, .05, '#d9b45a'), (.1, .3, .035, '#2f4a2a'), (.25, .15, .06, '#e9e2d2'), (.5, .27, .04, '#53351f')]: cyl((x, 1.62, .94), r, h, mat(rgb(c), .3), r * .8)
    # vase and flowers (subject)
    vx, vy = .02, -.02; vz = .75
    lathe([(.0005, 0), (.045, 0), (.06, .02), (.072, .08), (.062, .14), (.038, .19), (.036, .21), (.05, .235), (.046, .235), (.031, .21), (.033, .19)], mat(rgb('#5b86a8'), .18, var=.35, vscale=9, vcol=rgb('#a9c4d4'), clear=.6), (vx, vy, vz), 64)
    pm = mat(attr=True, rough=.6, transl=.3, sheen=.2); gm = mat(attr=True, rough=.45, transl=.25); stem = mat(rgb('#54803a'), .5)
    kinds = [blossom(pm, [(6, .95, .42, .35), (6, .75, .38, .85), (5, .5, .3, 1.2)], rgb(c), rgb(k)) for c, k in (('#e0607e', '#a83050'), ('#f2a7b4', '#c9586e'), ('#f4ede0', '#e3d08a'), ('#e9a13a', '#b8622a'))] + [blossom(pm, [(16, 1, .16, .12), (14, .9, .15, .22)], rgb('#fbf8f0'), rgb('#f3e3b0'))]
    ll = [long_leaf(gm), long_leaf(gm, .9, .2, '#5f8c40')]
    core = mat(rgb('#d8a520'), .8, bump=.6, bscale=300)
    for i in range(17):
        a = i * 2.4 + u(-.2, .2); t = math.sqrt((i + .5) / 17); sp = .155 * t; h = .20 - .10 * t * t + u(-.02, .03)
        hx, hy, hz = vx + sp * math.cos(a), vy + sp * math.sin(a), vz + .22 + h
        tube([(vx + .012 * math.cos(a), vy + .012 * math.sin(a), vz + .1), (vx + .02 * math.cos(a), vy + .02 * math.sin(a), vz + .23), (vx + sp * .7 * math.cos(a), vy + sp * .7 * math.sin(a), vz + .22 + h * .7), (hx, hy, hz)], .0032, stem)
        d = Vector((.9 * t * math.cos(a), .9 * t * math.sin(a), 1.0)); k = kinds[i % 5]; s = .046 if i % 5 != 4 else .04
        o = obj(k, (hx, hy, hz - .004), scale=s * u(.9, 1.2)); o.rotation_euler = d.to_track_quat('Z', 'Y').to_euler()
        if i % 5 == 4: sphere((hx + d.x * .005, hy + d.y * .005, hz + .006), .013, core, (1, 1, .6))
    for i in range(16):
        a = u(0, 6.3); o = obj(R.choice(ll), (vx + .025 * math.cos(a), vy + .025 * math.sin(a), vz + .2 + u(0, .05)), (0, u(-.8, .1), a), u(.1, .17))
    # clutter
    mug(.27, -.16, .75, mat(rgb('#c7452f'), .25), fill=mat(rgb('#2b170c'), .1)); mug(-.34, .2, .75, mat(rgb('#e8e2d4'), .3), a=3)
    lathe([(.0005, .004), (.07, .004), (.105, .018), (.107, .02), (.07, .0), (.0005, 0)], mat(rgb('#eeebe2'), .2), (-.27, -.2, .75), 64)
    for _ in range(60): sphere((-.27 + R.gauss(0, .035), -.2 + R.gauss(0, .03), .757), u(.0015, .004), mat(rgb('#b9813f'), .9) if _ == 0 else S['cr'], sub=1) if _ else S.__setitem__('cr', mat(rgb('#b9813f'), .9))
    box((-.25, -.2, .765), (.08, .06, .014), mat(rgb('#c58a45'), .9, var=.4, vscale=40), .006, 30); box((-.17, -.3, .757), (.17, .012, .003), steel, 0, 64)
    for i in range(4): box((.42 + u(-.01, .01), .12 + u(-.01, .01), .752 + i * .005), (.22, .29, .004), mat(rgb('#e6e1d6' if i != 2 else '#9fb3c4'), .8), 0, 14 + u(-9, 9))
    box((.4, .1, .773), (.14, .19, .012), mat(rgb('#2d5a6b'), .5), .002, -12); tube([(.31, .02, .785), (.45, .14, .785)], .0045, mat(rgb('#1d2b52'), .3))
    box((-.47, .38, .88), (.19, .06, .26), mat(rgb('#d7a33a'), .6, var=.6, vscale=8, vcol=rgb('#b23a28')), .002, 22); cyl((-.2, .42, .75), .035, .11, glass()); lathe([(.0005, 0), (.033, 0), (.033, .1), (.03, .11), (.03, .13)], mat(rgb('#7a2f1c'), .15, clear=.5), (.17, .36, .75)); cyl((.17, .36, .88), .032, .02, mat(rgb('#d8b040'), .3, metal=1))
    for x, y, r in [(.14, .16, .038), (.21, .2, .036)]: sphere((x, y, .75 + r), r, mat(rgb('#d8791c'), .45, bump=.2, bscale=250), (1, 1, .94))
    box((-.12, -.36, .757), (.075, .15, .009), mat(rgb('#101113'), .08, clear=1), .004, -24)
    for k in range(4): box((.1 + k * .012, -.33 + k * .01, .755), (.05, .012, .003), steel, 0, 20 + k * 38)
    point((.1, .25, 1.95), 17, W, .09); area((-1.6, -.4, 1.8), (0, 0, .9), .8, 1.5, rgb('#7f9ad8')); area((0, 1.5, 1.6), (0, 1.8, .9), .8, 3, W, .1)
    area((-.5, -1.2, 1.7), (0, 0, .95), .7, 5, rgb('#ffd2a4')); area((0, .3, 2.0), (0, 0, .95), .5, 5, W)
    phone((-.02, -.95, 1.2), (.0, .0, .935), 34, fstop=4.5)
    grade(key=.13, ev=.1, wb=(.95, 1, 1.15), sat=1.1, con=1.12, iso=1.1, cast=(1.03, 1.0, .92))


def photo_handbag_window():
    world(rgb('#cfd8e6'), .12)
    fl = mat(attr=True, rough=.36, var=.35, vscale=7, stretch=(.5, 9, 1), rvar=.14, bump=.1, bscale=60); its = []
    for i in range(26):
        x = -2.0
        while x < 2.4: L = u(.7, 1.5); its.append((x + L / 2, -1.3 + i * .125, -.01, L - .003, .1225, .02, jit(rgb('#a57547'), .012, .12, .18))); x += L
    boxes(its, fl)
    wl = mat(rgb('#d5d2ca'), .9, var=.04, vscale=2); wall(-2.4, 2.4, 0, 2.6, 1.15, wl); box((0, 1.135, .06), (4.8, .03, .12), mat(rgb('#efeeea'), .4), .004)
    # french window at left: bright strip + curtain; radiator pipes, cable, shoe box for clutter
    pane_view(-1.75, -.75, .1, 2.4, 1.14, rgb('#a8b690'), rgb('#f4f7fb'), 3.0); fr = mat(rgb('#f0efec'), .35)
    for x in (-1.75, -1.25, -.75): box((x, 1.11, 1.25), (.07, .07, 2.4), fr, .005)
    for z in (.1, 1.25): box((-1.25, 1.11, z), (1.05, .07, .08), fr, .005)
    curtain(-.78, -.45, .02, 2.5, 1.02, mat(rgb('#b9b2a2'), .9, transl=.35), 5, .035)
    area((-1.25, 1.0, 1.3), (0, -.2, .1), 1.0, 60, rgb('#eaf1ff'), 2.1)
    sunlamp(33, -52, 2.6, .8, (1, .93, .82))
    # hand-bag (subject)
    le = mat(rgb('#8c2f2b'), .36, var=.12, vscale=14, bump=.12, bscale=420, clear=.15, rvar=.08); dk = mat(rgb('#571c1a'), .4, bump=.1, bscale=300); gold = mat(rgb('#d0a04a'), .2, metal=1, rvar=.05)
    bx, by = .08, .02; rot = -16; ca, sa = math.cos(math.radians(rot)), math.sin(math.radians(rot)); T = lambda x, y, z: (bx + x * ca - y * sa, by + x * sa + y * ca, z)
    sag = lambda x, y, z, a: (x, y * (1 + .06 * math.sin(x * 22) * z * 3), z - .012 * math.cos(x * 9) * (z > .17) + .004 * math.sin(x * 40 + y * 20))
    loft([(0.0, .155, .058, 5), (.004, .163, .066, 5), (.05, .167, .07, 4.5), (.12, .158, .064, 4.5), (.19, .145, .05, 4.5), (.222, .138, .036, 4), (.23, .132, .028, 4)], le, 96, True, (bx, by, .006), rot, sag)
    # flap hugging the front
    V, F = [], []; n, k = 28, 12
    for j in range(k):
        t = j / (k - 1)
        for i in range(n):
            s = i / (n - 1) * 2 - 1; w = .139 + .012 * t; edge = .085 + .045 * (1 - abs(s) ** 2.6); z = .242 - edge * max(0, t - .25) / .75 - .012 * math.cos(s * w * 9) + (.0 if t > .25 else -.002)
            y = (.03 - t / .25 * .074) if t < .25 else -.044 - .018 * (t - .25) / .75 - .012 * (1 - s * s) * (t - .25)
            V.append(T(s * w, y - .006, z))
    for j in range(k - 1):
        for i in range(n - 1): q = j * n + i; F.append((q, q + 1, q + n + 1, q + n))
    o = obj(mesh(V, F, True, mats=le)); md = o.modifiers.new('s', 'SOLIDIFY'); md.thickness = .005; md.offset = 0
    c = T(0, -.083, .128); box(c, (.036, .012, .03), gold, .004, rot); box(T(0, -.09, .128), (.018, .006, .014), dk, .003, rot)
    for s in (-1, 1):
        tube([T(s * .07, -.012 * s, .225), T(s * .072, -.01, .29), T(s * .055, -.006, .345), T(s * .0, 0, .362)] if False else [T(s * .078, 0, .222), T(s * .08, 0, .25)], .007, gold)
    tube([T(-.08, 0, .245), T(-.083, 0, .31), T(-.045, -.01, .372), T(.045, -.01, .372), T(.083, 0, .31), T(.08, 0, .245)], .0085, dk)
    for s in (-1, 1): box(T(s * .162, 0, .2), (.012, .03, .03), gold, .004, rot)
    tube([T(.165, 0, .2), T(.25, -.03, .06), T(.33, -.1, .012), T(.24, -.2, .011), T(.05, -.2, .011), T(-.12, -.23, .011), T(-.28, -.16, .011), T(-.3, -.02, .03), T(-.21, .0, .12), T(-.165, 0, .2)], .0065, dk)
    # stitching along the flap
    st = mat(rgb('#d9a58c'), .7); 
    for i in range(30):
        s = i / 29 * 2 - 1; t = .96; w = .139 + .012 * t; edge = .085 + .045 * (1 - abs(s * .95) ** 2.6); z = .242 - edge * (t - .25) / .75 - .012 * math.cos(s * w * 9) ; box(T(s * w * .95, -.044 - .018 * .95 - .012 * (1 - s * s) * .71 - .0105, z), (.006, .0015, .0016), st, 0, rot)
    # clutter
    box((.72, .75, .09), (.36, .24, .18), mat(rgb('#b58a5a'), .8, var=.2, vscale=6), .004, 12); box((.72, .75, .2), (.37, .25, .045), mat(rgb('#c49a68'), .8), .004, 12)
    tube([(-.9, .2, .006), (-.5, .5, .006), (-.1, .75, .006), (.2, .7, .006), (.35, 1.1, .02)], .004, mat(rgb('#e9e9e6'), .5)); box((.3, 1.12, .3), (.08, .015, .08), fr, .004)
    for k in range(3): box((-.62 + u(-.01, .01), .52, .012 + k * .02), (.2, .28, .018), mat(rgb(('#3a5a78', '#e2ddd0', '#c08a3c')[k]), .5), .002, 30 + u(-14, 14))
    tube([(.55, -.35, .01), (.75, -.22, .03), (.9, -.3, .012), (1.0, -.1, .02)], .02, fabric('#7f8a94', .3))
    phone((.05, -.92, .66), (.04, .05, .135), 36, fstop=6)
    grade(key=.15, ev=-.1, wb=(.95, 1, 1.08), sat=1.05, con=1.08, iso=.9, cast=(.97, 1.0, 1.05))


def photo_fruit_bowl():
    sky(52, 125, .11, 7.5, .55, dust=.6)
    tb = mat(rgb('#a58a6a'), .6, var=.7, vscale=6, stretch=(1, 12, 1), vcol=rgb('#7c6249'), bump=.3, bscale=120, rvar=.15)
    for i in range(9): box((0, -.75 + i * .145, .72), (2.0, .138, .035), tb, .004)
    g = mat(rgb('#4d7428'), .95, var=.5, vscale=3); plane(-12, 12, -3, 14, 0, g); tuft = grass_mesh(leafmat(.35), 300, .14)
    for _ in range(200): obj(tuft, (u(-3.0, 3.0), u(.8, 6), 0), (0, 0, u(0, 6)), u(.8, 1.5))
    fe = mat(rgb('#8a6a4a'), .8, var=.4, vscale=4, stretch=(3, 1, .4))
    for i in range(44): box((-4.4 + i * .2, 6.2, .8), (.185, .03, 1.6 + u(-.02, .02)), fe)
    lm = leafmat(.35); A = [leaves(200, .25, pal('#4a7a2a', '#6a9636', '#35591f'), lm) for _ in range(2)]
    hedge(-4.5, -1.6, 4.9, 5.8, .1, 1.7, A, 40, .45); hedge(1.7, 4.5, 5.0, 5.8, .1, 1.3, A, 34, .42)
    box((1.5, 3.3, .45), (.5, .5, .05), mat(rgb('#e8e6e0'), .4), .02); box((1.5, 3.55, .75), (.5, .05, .6), mat(rgb('#e8e6e0'), .4), .02, rx=-8)
    for dx in (-.22, .22):
        for dy in (-.22, .22): box((1.5 + dx, 3.3 + dy, .22), (.04, .04, .45), mat(rgb('#e8e6e0'), .4))
    # cloth with stripes
    cl = []
    for i in range(22): cl.append((-.33 + i * .0305, .0, .7395, .0305, .46, .003, rgb('#efe9dc') if i % 3 else rgb('#3d6a94')))
    o = boxes(cl, mat(attr=True, rough=.9, bump=.15, bscale=500)); o.rotation_euler = (0, 0, .22)
    # bowl
    bz = .742; lathe([(.0005, 0), (.06, 0), (.065, .01), (.1, .03), (.145, .075), (.165, .118), (.16, .12), (.14, .082), (.095, .038), (.0005, .02)], mat(rgb('#e3ded2'), .22, var=.25, vscale=30, vcol=rgb('#bcae98'), clear=.6), (0, 0, bz), 96)
    lathe([(.1665, .108), (.1672, .116), (.1655, .1205)], mat(rgb('#2f5f86'), .2), (0, 0, bz), 96)
    def apple(x, y, z, r, rot, c1, c2):
        prof = []
        for k in range(25):
            t = math.pi * k / 24; rr = math.sin(t) * (1 + .08 * math.cos(t)); zz = -math.cos(t) * .92
            dip = .28 * math.exp(-(rr / .28) ** 2) * (1 if zz > 0 else .5); prof.append((max(.0005, rr * r), (zz - (dip if zz > 0 else -dip)) * r))
        lathe(prof, mat(rgb(c1), .28, var=1, vscale=16, stretch=(1, 1, .25), vcol=rgb(c2), clear=.35), (x, y, z), 48, rot=rot)
        e = Euler(rot).to_matrix(); p = Vector((x, y, z)); tube([p + e @ Vector((0, 0, .6 * r)), p + e @ Vector((.03 * r, 0, .9 * r)), p + e @ Vector((.16 * r, 0, 1.12 * r))], .0022, mat(rgb('#4a3320'), .8))
    apple(-.072, -.035, bz + .105, .043, (.35, -.25, 0), '#b3201c', '#d9a03a'); apple(.0, .07, bz + .115, .044, (-.2, .1, 2), '#a81d20', '#c9682a'); apple(.058, .045, bz + .15, .04, (.3, .4, 1), '#7fa02c', '#b5bf4a')
    orange = mat(rgb('#e07a12'), .42, bump=.25, bscale=330, var=.1, vscale=6)
    for x, y, z, r in [(.07, -.05, .105, .041), (-.008, -.085, .105, .039), (-.085, .055, .11, .04), (-.015, -.005, .158, .04)]: sphere((x, y, bz + z), r, orange, (1, 1, .95)); 
    lem = mat(rgb('#e8c52a'), .4, bump=.2, bscale=260); loft([(-.045, .003, .003, 2), (-.04, .008, .008, 2), (-.03, .022, .022, 2), (0, .031, .031, 2), (.03, .022, .022, 2), (.04, .008, .008, 2), (.045, .003, .003, 2)], lem, 40, True, (.32, -.17, bz + .031)).rotation_euler = (1.57, 0, .7)
    # bananas as lofted arcs
    bm = mat(rgb('#e3bb2e'), .45, var=.5, vscale=22, vcol=rgb('#c89a24'), clear=.1); tip = mat(rgb('#4d3a1c'), .8)
    for q in range(3):
        pts = []; cu = []
        for i in range(15):
            t = i / 14; a = -.85 + 1.75 * t; pts.append(Vector((.1 * math.sin(a), 0, .1 * (1 - math.cos(a)) * -1))); cu.append(.0165 * (math.sin(math.pi * (.06 + .88 * t)) ** .45) if 0 < i < 14 else .006)
        V, F = [], []; n = 10
        for i, p in enumerate(pts):
            d = (pts[min(14, i + 1)] - pts[max(0, i - 1)]).normalized(); nx = d.cross(Vector((0, 1, 0)))
            for k in range(n): b = 2 * math.pi * k / n; fct = 1 + .06 * math.cos(5 * b); V.append(p + (Vector((0, 1, 0)) * math.cos(b) + nx * math.sin(b)) * cu[i] * fct)
        for i in range(14):
            for k in range(n): F.append((i * n + k, i * n + (k + 1) % n, (i + 1) * n + (k + 1) % n, (i + 1) * n + k))
        o = obj(mesh(V, F, True, mats=bm), (.055 + q * .012, .0 + q * .031 - .02, bz + .205 - q * .006), (.15 * q - .1, .22, 1.05 + .1 * q), 1.1)
        e = o.rotation_euler.to_matrix()
        for p in (pts[0], pts[-1]): sphere(Vector(o.location) + e @ (p * 1.1), .0075, tip, sub=2)
    # grapes over the rim
    gr = mat(rgb('#4a1f3d'), .22, var=.4, vscale=30, vcol=rgb('#7d4a6d'), clear=.3)
    for i in range(44):
        t = i / 44; sphere((-.12 - .075 * t + R.gauss(0, .014), -.075 - .03 * t + R.gauss(0, .014), bz + max(.012, .135 - .13 * t ** 1.6 + R.gauss(0, .01))), u(.0095, .0122), gr, (1, 1, 1.12), 3)
    # clutter
    lathe([(.0005, 0), (.032, 0), (.036, .11), (.034, .11), (.03, .006), (.0005, .005)], glass(), (-.36, .16, bz - .003)); cyl((-.36, .16, bz + .004), .031, .07, mat(rgb('#e08a1c'), .3), .033)
    st = mat(rgb('#c3c6c9'), .2, metal=1); box((.3, -.02, bz), (.012, .2, .002), st, 0, 25); box((.355, .09, bz + .002), (.016, .09, .012), mat(rgb('#2b2320'), .5), .003, 25)
    apple(-.3, -.2, bz + .036, .039, (.5, .4, 0), '#b3201c', '#d9a03a'); box((.55, .28, bz + .005), (.2, .27, .012), mat(rgb('#d8d3c6'), .7), .002, -20)
    phone((.05, -.74, 1.16), (.0, .03, .83), 36, fstop=4.5)
    grade(key=.2, ev=.5, wb=(1.0, 1, 1.03), sat=1.15, con=1.3, iso=.45, cast=(1.0, 1.0, 1.0))


def photo_perfume_desk():
    world(rgb('#b9c6dc'), .07)
    dk = mat(rgb('#b98f63'), .35, var=.6, vscale=5, stretch=(10, 1.2, 1), vcol=rgb('#94693f'), rvar=.12, bump=.05, bscale=80); box((0, .1, .72), (1.8, .95, .035), dk, .004)
    wall(-2.5, 2.5, 0, 2.5, .85, mat(rgb('#aab2b0'), .9, var=.05, vscale=2))
    gold = mat(rgb('#d6a95a'), .18, metal=1, rvar=.05); z = .738
    # perfume bottle: thick glass, amber liquid, gold collar, black cap
    bx, by, rot = .0, -.08, 14
    gl = glass((.985, .99, .985)); box((bx, by, z + .047), (.074, .034, .092), gl, .008, rot, seg=5)
    liq = glass((.97, .62, .32), 0, 1.36); box((bx, by, z + .043), (.061, .0215, .066), liq, .004, rot, seg=4)
    cyl((bx, by, z + .093), .0125, .012, gold); cyl((bx, by, z + .105), .0145, .004, gold); box((bx, by, z + .127), (.033, .026, .038), mat(rgb('#15130f'), .12, clear=.6), .004, rot, seg=4); box((bx, by, z + .1085), (.034, .027, .003), gold, .0008, rot)
    a = math.radians(rot); lx, ly = bx + .0176 * math.sin(a), by - .0176 * math.cos(a)
    box((lx, ly, z + .046), (.036, .0006, .03), mat(rgb('#efe5d2'), .5), 0, rot); 
    for dz, w in ((.053, .022), (.045, .026), (.039, .016)): box((lx + .0005 * math.sin(a), ly - .0005 * math.cos(a), z + dz), (w, .0006, .0022 if dz < .05 else .004), mat(rgb('#3a2b1c'), .5) if dz > .05 else gold, 0, rot)
    # cosmetics and desk clutter
    lip = mat(rgb('#a5223a'), .25); cyl((.12, -.12, z), .0095, .035, mat(rgb('#17151a'), .15, clear=.5)); cyl((.12, -.12, z + .035), .008, .014, gold); lathe([(.0072, 0), (.0072, .012), (.005, .019), (.0005, .021)], lip, (.12, -.12, z + .049), 32)
    lathe([(.0005, 0), (.0095, 0), (.0095, .032), (.0005, .032)], mat(rgb('#17151a'), .15, clear=.5), (.155, -.19, z + .0095), 32, rot=(1.57, 0, .5))
    lathe([(.0005, 0), (.031, 0), (.031, .022), (.0005, .022)], mat(rgb('#e6dfd6'), .3), (-.13, -.03, z), 48); lathe([(.0325, .018), (.0325, .032), (.03, .034), (.0005, .034)], gold, (-.13, -.03, z), 48)
    cyl((-.105, -.17, z), .029, .009, mat(rgb('#d9a5a0'), .4)); cyl((-.105, -.17, z + .009), .026, .0015, mat(rgb('#c47a70'), .8)) 
    box((.34, .16, z + .008), (.33, .23, .014), mat(rgb('#8f9397'), .3, metal=.8), .005, -9); its = []
    for i in range(13):
        for k in range(5): its.append((-.13 + i * .0215, -.06 + k * .0215, 0, .0185, .0185, .003, rgb('#17181a')))
    o = boxes(its, mat(attr=True, rough=.6)); o.location = (.35, .19, z + .0165); o.rotation_euler = (0, 0, math.radians(-9))
    box((.365, .3, z + .12), (.33, .008, .22), mat(rgb('#8f9397'), .3, metal=.8), .003, -9, 12); box((.362, .293, z + .12), (.31, .004, .2), glow(rgb('#6f93c9'), .5), 0, -9, 12)
    box((-.31, -.02, z + .007), (.17, .23, .013), mat(rgb('#35566a'), .55), .003, 18); box((-.31, -.02, z + .015), (.162, .222, .002), mat(rgb('#f1ede2'), .8), 0, 14); tube([(-.37, -.09, z + .021), (-.25, .05, z + .021)], .0042, mat(rgb('#b8862f'), .25, metal=1))
    mug(-.2, .2, z, mat(rgb('#dcd8cf'), .3), a=2.6, fill=mat(rgb('#2b170c'), .1)); tube([(.1, .5, z + .004), (.02, .3, z + .004), (.1, .15, z + .004), (.2, .1, z + .006)], .002, mat((.9, .9, .9), .5))
    cyl((-.44, .33, z), .04, .1, mat(rgb('#5a6b5f'), .5))
    for k in range(6): p = (-.44 + R.gauss(0, .012), .33 + R.gauss(0, .012)); tube([(p[0], p[1], z + .03), (p[0] + u(-.04, .04), p[1] + u(-.02, .02), z + u(.16, .2))], .0036, mat(rgb(R.choice(('#d8b23a', '#2f5aa0', '#b33a2f', '#222222'))), .4))
    lm = leafmat(.3); A = leaves(50, .6, pal('#4d7a3a', '#6c9650'), lm, aspect=.45); cyl((.12, .48, z), .045, .075, mat(rgb('#c07a52'), .8), .055)
    for _ in range(14): obj(A, (.12 + R.gauss(0, .035), .48 + R.gauss(0, .03), z + .12 + u(0, .06)), (u(0, 6), u(0, 6), u(0, 6)), .05)
    W = rgb('#ffb66c'); lathe([(.1, 0), (.06, .13)], glow(W, 5), (-.22, .58, z + .3)); cyl((-.22, .58, z), .01, .3, gold); cyl((-.22, .58, z), .05, .012, gold); point((-.22, .56, z + .34), 3.2, W, .04)
    area((1.3, -.2, 1.5), (0, 0, .78), .8, 9, rgb('#cfe0ff'), 1.1); area((-.9, -.6, 1.6), (0, 0, .78), .4, 1.5, rgb('#ffd9b0'))
    phone((.02, -.55, .99), (.005, -.035, .79), 38, fstop=7.5)
    grade(key=.15, ev=-.05, wb=(1.0, 1, .97), sat=1.1, con=1.1, iso=.9, cast=(1.0, 1.01, .95))


def photo_ceramic_jug():
    """A glazed jug on a kitchen shelf between everyday things: opaque, one outline, plain light."""
    world(rgb('#d9e0ea'), .3)
    wl = mat(rgb('#b9c0bd'), .6, var=.06, vscale=3); wall(-1.6, 1.6, 0, 1.6, .62, wl)
    oak = mat(rgb('#b8895a'), .45, var=.5, vscale=10, stretch=(.6, 8, 1), vcol=rgb('#8d6138'), rvar=.1)
    plane(-1.6, 1.6, -.7, .62, 0, oak)
    glaze = mat(rgb('#c4472f'), .18, var=.12, vscale=5, clear=.5, rvar=.05); clay = mat(rgb('#e2d3bd'), .7, var=.08, vscale=20)
    lathe([(.0001, .004), (.05, .004), (.062, .012), (.085, .06), (.094, .11), (.088, .155), (.066, .2), (.05, .235), (.047, .262), (.056, .292), (.061, .298), (.055, .29), (.042, .262), (.0001, .25)], glaze, (0, 0, 0), 96)
    tube([(.05, 0, .266), (.1, 0, .276), (.138, 0, .23), (.13, 0, .16), (.092, 0, .11)], .0115, glaze, 16)
    lathe([(.0001, .001), (.051, .001), (.053, .007), (.0001, .007)], clay, (0, 0, 0), 64)
    # everyday things around it
    cyl((-.34, .3, 0), .055, .17, mat(rgb('#dfe6e4'), .25)); cyl((-.34, .3, .17), .057, .02, mat(rgb('#a9804e'), .6))
    cyl((-.2, .42, 0), .05, .23, mat(rgb('#7f8f86'), .3)); cyl((-.2, .42, .23), .052, .02, mat(rgb('#a9804e'), .6))
    mug(.33, .22, 0, mat(rgb('#e9e4da'), .3), .045, .1)
    for i, (c, h) in enumerate((('#40566b', .03), ('#b6a488', .024), ('#7b3b32', .036))): box((.47, .4, .015 + .032 * i), (.26 - .02 * i, .19, h * .9), mat(rgb(c), .6), .003, 8 * i - 6)
    box((-.44, -.12, .006), (.2, .28, .012), mat(rgb('#dcd5c6'), .8), .002, 24)
    tube([(-.5, -.05, .02), (-.42, -.14, .02), (-.36, -.24, .02)], .006, mat(rgb('#b9bcc0'), .2, metal=1))
    area((-1.3, -.9, 1.3), (0, .1, .15), .9, 26, rgb('#fff3e2')); area((1.4, -.4, 1.0), (0, .2, .15), .8, 5, rgb('#dbe6ff'))
    phone((.0, -.9, .37), (.03, .06, .15), 40, width=1100)
    grade(ev=.95, sat=1.1, con=1.15, iso=.7)
