// Bessel functions of doubles.
//
// Each is a polynomial around each of its first zeros, which are taken off in two parts; far away a wave that fades.

// cos(phase + shift)
__device__ double wave_double(double phase, double shift) {
  int quarters = 0;
  double angle = reduced_finite_double(phase, quarters);
  double turned = fma((double)(quarters & 3), 1.5707963267948966, __dadd_rn(angle, shift));
  angle = reduced_double(turned, quarters);
  return sine_of_double(angle, quarters + 1);
}

// The wave with its height: that of 1/sqrt(x) times `share`.
__device__ double faded_double(double x, double share, double phase, double shift) {
  return (share * (rsqrt(x) * 0.7978845608028654)) * wave_double(phase, shift);
}

__device__ double j0(double x) {
  double size = fabs(x);
  double y;
  if (size <= 3.9624518339910417) {
    double t = __dadd_rn(__dadd_rn(size, -2.404825557695773), 1.176691651530894e-16);
    double p = fma(-4.668055296522886e-16, t, -6.433200527258554e-15);
    p = fma(p, t, 1.1251547854412396e-13);
    p = fma(p, t, 1.639521934089839e-12);
    p = fma(p, t, -2.534199601670674e-11);
    p = fma(p, t, -3.166660834754117e-10);
    p = fma(p, t, 4.326570922239417e-09);
    p = fma(p, t, 4.4700570375704276e-08);
    p = fma(p, t, -5.304914441394479e-07);
    p = fma(p, t, -4.338826303234109e-06);
    p = fma(p, t, 4.372919273219641e-05);
    p = fma(p, t, 0.00026437703676199774);
    p = fma(p, t, -0.002194200359017061);
    p = fma(p, t, -0.008657669593307547);
    p = fma(p, t, 0.05660177443794637);
    p = fma(p, t, 0.1079387017549203);
    p = fma(p, t, -0.5191474972894667);
    y = t * p;
  } else if (size <= 7.086903011598661) {
    double t = __dadd_rn(__dadd_rn(size, -5.520078110286311), -8.088597146146722e-17);
    double p = fma(3.9815481259603676e-16, t, 5.38442564600032e-15);
    p = fma(p, t, -1.2081690283194228e-13);
    p = fma(p, t, -1.3797916158463023e-12);
    p = fma(p, t, 2.7452225365124005e-11);
    p = fma(p, t, 2.59219116908782e-10);
    p = fma(p, t, -4.6833956949002455e-09);
    p = fma(p, t, -3.511535752914609e-08);
    p = fma(p, t, 5.716490702257101e-07);
    p = fma(p, t, 3.199786905053059e-06);
    p = fma(p, t, -4.6521090739415375e-05);
    p = fma(p, t, -0.00017518572899344993);
    p = fma(p, t, 0.002257440229032805);
    p = fma(p, t, 0.004631042145907517);
    p = fma(p, t, -0.052988552867604614);
    p = fma(p, t, -0.03082065142559364);
    p = fma(p, t, 0.34026480655836816);
    y = t * p;
  } else if (size <= 10.222631175962647) {
    double t = __dadd_rn(__dadd_rn(size, -8.653727912911013), 2.92812607320779e-16);
    double p = fma(-4.124304662099805e-16, t, -4.596716020545263e-15);
    p = fma(p, t, 1.2431042698188993e-13);
    p = fma(p, t, 1.1495161719252828e-12);
    p = fma(p, t, -2.806255120718409e-11);
    p = fma(p, t, -2.0866716892717288e-10);
    p = fma(p, t, 4.736806709085624e-09);
    p = fma(p, t, 2.694156819104034e-08);
    p = fma(p, t, -5.679379510457043e-07);
    p = fma(p, t, -2.2883910072186227e-06);
    p = fma(p, t, 4.48230354449482e-05);
    p = fma(p, t, 0.00011243486789299026);
    p = fma(p, t, -0.002060335155125843);
    p = fma(p, t, -0.002509302227210569);
    p = fma(p, t, 0.044033774963411834);
    p = fma(p, t, 0.015684124960953876);
    p = fma(p, t, -0.27145229992838193);
    y = t * p;
  } else if (size == INFINITY) {
    y = 0.0;
  } else {
    double inverse = reciprocal(size);
    double square = inverse * inverse;
    double q = fma(-2885116.2203493556, square, 252328.64242776867);
    q = fma(q, square, -12101.969526641235);
    q = fma(q, square, 491.62966870650297);
    q = fma(q, square, -23.232710296241283);
    q = fma(q, square, 1.6371449464085703);
    q = fma(q, square, -0.20956803127294435);
    q = fma(q, square, 0.06510416335987831);
    q = fma(q, square, -0.12499999999788586);
    double p = fma(-17495.180424133185, square, 1609.8188262777444);
    p = fma(p, square, -93.27297929346906);
    p = fma(p, square, 5.754657357710743);
    p = fma(p, square, -0.542413939138589);
    p = fma(p, square, 0.1035143619926359);
    p = fma(p, square, -0.06249999788858901);
    p = fma(p, square, 0.9999999999984622);
    y = faded_double(size, p, fma(q, inverse, size), -0.7853981633974483);
  }
  return y;
}

__device__ double j1(double x) {
  double size = fabs(x);
  double y;
  if (size <= 2.415852985103756) {
    double p = fma(8.018399195792648e-15, size, -2.1186954408347662e-13);
    p = fma(p, size, 2.986477477755094e-13);
    p = fma(p, size, 3.264658690505055e-11);
    p = fma(p, size, 2.3659182449900008e-12);
    p = fma(p, size, -5.6555359803212116e-09);
    p = fma(p, size, 5.3377264219106126e-12);
    p = fma(p, size, 6.781633105423296e-07);
    p = fma(p, size, 3.5514630669212235e-12);
    p = fma(p, size, -5.425347399642437e-05);
    p = fma(p, size, 6.141520947159623e-13);
    p = fma(p, size, 0.002604166666526798);
    p = fma(p, size, 1.9297216538243768e-14);
    p = fma(p, size, -0.0625000000000014);
    p = fma(p, size, 4.018089105880318e-17);
    p = fma(p, size, 0.5);
    y = size * p;
  } else if (size <= 5.423646320011565) {
    double t = __dadd_rn(__dadd_rn(size, -3.8317059702075125), 1.5269184090088067e-16);
    double p = fma(-5.5127808918252485e-15, t, 1.2082285225980072e-13);
    p = fma(p, t, 1.2508282234754205e-12);
    p = fma(p, t, -2.797792344085172e-11);
    p = fma(p, t, -2.3623452214263926e-10);
    p = fma(p, t, 4.735362223346155e-09);
    p = fma(p, t, 3.2482887156546407e-08);
    p = fma(p, t, -5.72780556146687e-07);
    p = fma(p, t, -3.0368634012116377e-06);
    p = fma(p, t, 4.6208701288406654e-05);
    p = fma(p, t, 0.00017466429072941048);
    p = fma(p, t, -0.0022331253391451155);
    p = fma(p, t, -0.005179719245640395);
    p = fma(p, t, 0.05341044413272457);
    p = fma(p, t, 0.05255614585697734);
    p = fma(p, t, -0.402759395702553);
    y = t * p;
  } else if (size <= 8.594527402439171) {
    double t = __dadd_rn(__dadd_rn(size, -7.015586669815619), 9.414165653410389e-17);
    double p = fma(4.423133061281035e-15, t, -1.20132012092248e-13);
    p = fma(p, t, -1.1208510600729039e-12);
    p = fma(p, t, 2.7987835384276107e-11);
    p = fma(p, t, 2.0653297064406472e-10);
    p = fma(p, t, -4.720444222309518e-09);
    p = fma(p, t, -2.727342515669842e-08);
    p = fma(p, t, 5.665269543584227e-07);
    p = fma(p, t, 2.4015807944921554e-06);
    p = fma(p, t, -4.499147527210509e-05);
    p = fma(p, t, -0.00012550790955081017);
    p = fma(p, t, 0.00210558714323824);
    p = fma(p, t, 0.003130291726048002);
    p = fma(p, t, -0.046970478949740234);
    p = fma(p, t, -0.02138921280934158);
    p = fma(p, t, 0.30011575252613254);
    y = t * p;
  } else if (size == INFINITY) {
    y = 0.0;
  } else {
    double inverse = reciprocal(size);
    double square = inverse * inverse;
    double q = fma(-62147940.14836998, square, 6865585.630355567);
    q = fma(q, square, -383240.541838781);
    q = fma(q, square, 15712.35974698157);
    q = fma(q, square, -618.1902458868639);
    q = fma(q, square, 30.3969799850886);
    q = fma(q, square, -2.368515193214346);
    q = fma(q, square, 0.37089617329334584);
    q = fma(q, square, -0.16406249657350988);
    q = fma(q, square, 0.37499999999768135);
    double p = fma(14853.830053258369, square, -1648.096811830575);
    p = fma(p, square, 110.14387837746159);
    p = fma(p, square, -7.551889723469124);
    p = fma(p, square, 0.8042591538676235);
    p = fma(p, square, -0.19335577061604606);
    p = fma(p, square, 0.18749999292785363);
    p = fma(p, square, 1.000000000005957);
    y = faded_double(size, p, fma(q, inverse, size), -2.356194490192345);
  }
  if (x < 0.0) y = -y;
  return size < 1e-30 ? x * 0.5 : y;
}

__device__ double y0(double x) {
  double size = fabs(x);
  double y;
  if (size <= 0.7967884831395837) {
    double square = size * size;
    double t = __dadd_rn(__dadd_rn(square, -0.43221455812454224), 1.2594338905103086e-09);
    double p = fma(5.37480688726672e-17, square, -1.690851667879507e-14);
    p = fma(p, square, 4.136256698488524e-12);
    p = fma(p, square, -7.675202391864752e-10);
    p = fma(p, square, 1.0325302691601338e-07);
    p = fma(p, square, -9.450377743948015e-06);
    p = fma(p, square, 0.0005345180760328466);
    p = fma(p, square, -0.015842941532569498);
    p = fma(p, square, 0.1707584669151278);
    y = fma(log(size) * 0.6366197723675814, j0(size), t * p);
  } else if (size <= 2.0256276927970127) {
    double t = __dadd_rn(__dadd_rn(size, -0.8935769662791675), -2.6596231539720385e-17);
    double p = fma(-3.31625691207256e-05, t, 0.00044282037363448345);
    p = fma(p, t, -0.002789856306341642);
    p = fma(p, t, 0.011058463670241213);
    p = fma(p, t, -0.03107223394960596);
    p = fma(p, t, 0.06626287772780777);
    p = fma(p, t, -0.11252218091007735);
    p = fma(p, t, 0.15840734145766777);
    p = fma(p, t, -0.19222734942401562);
    p = fma(p, t, 0.20933934466841975);
    p = fma(p, t, -0.21293337654014724);
    p = fma(p, t, 0.2093702358334369);
    p = fma(p, t, -0.20374555288358615);
    p = fma(p, t, 0.19865581060051996);
    p = fma(p, t, -0.1950678188917356);
    p = fma(p, t, 0.19337682925944);
    p = fma(p, t, -0.193950124045433);
    p = fma(p, t, 0.197335665137072);
    p = fma(p, t, -0.20487719737141627);
    p = fma(p, t, 0.2189484270119261);
    p = fma(p, t, -0.22612171354623672);
    p = fma(p, t, 0.22055282848170224);
    p = fma(p, t, -0.4920789342629754);
    p = fma(p, t, 0.8794208024971948);
    y = t * p;
  } else if (size <= 5.521864739808315) {
    double t = __dadd_rn(__dadd_rn(size, -3.957678419314858), 1.0764340697562706e-16);
    double p = fma(-1.494114173821677e-15, t, -1.0137911561194424e-15);
    p = fma(p, t, 1.5773112162407846e-14);
    p = fma(p, t, 3.4617008317032284e-14);
    p = fma(p, t, -1.3900491111283303e-13);
    p = fma(p, t, -2.6515859135918097e-14);
    p = fma(p, t, -2.5634224325918844e-13);
    p = fma(p, t, 3.152125074327968e-12);
    p = fma(p, t, -1.1351773899656447e-11);
    p = fma(p, t, 4.32637831397647e-11);
    p = fma(p, t, -1.8508794744487788e-10);
    p = fma(p, t, 7.689088938316559e-10);
    p = fma(p, t, -3.657694558233733e-09);
    p = fma(p, t, 1.89262926307988e-08);
    p = fma(p, t, -2.1852824202225533e-08);
    p = fma(p, t, -2.934871156586474e-07);
    p = fma(p, t, -4.893369556967851e-06);
    p = fma(p, t, 5.092291346093085e-05);
    p = fma(p, t, 0.0001952694025023885);
    p = fma(p, t, -0.0021835188739896556);
    p = fma(p, t, -0.006852566677116653);
    p = fma(p, t, 0.058523822105166205);
    p = fma(p, t, 0.05085590959215843);
    p = fma(p, t, -0.4025426717750242);
    y = t * p;
  } else if (size <= 8.654198051899096) {
    double t = __dadd_rn(__dadd_rn(size, -7.086051060301773), 8.835285723085408e-17);
    double p = fma(3.95103169574059e-15, t, -1.110810503294962e-13);
    p = fma(p, t, -1.3108294690534657e-12);
    p = fma(p, t, 2.824621267525194e-11);
    p = fma(p, t, 2.302923649674421e-10);
    p = fma(p, t, -4.717174021172402e-09);
    p = fma(p, t, -3.0984700416893145e-08);
    p = fma(p, t, 5.749349008560621e-07);
    p = fma(p, t, 2.7013637918464177e-06);
    p = fma(p, t, -4.595140667075524e-05);
    p = fma(p, t, -0.0001406025977407872);
    p = fma(p, t, 0.0021759840164316127);
    p = fma(p, t, 0.0033183482688956944);
    p = fma(p, t, -0.048024070076258474);
    p = fma(p, t, -0.02117523655676954);
    p = fma(p, t, 0.30009761491047515);
    y = t * p;
  } else if (size == INFINITY) {
    y = 0.0;
  } else {
    double inverse = reciprocal(size);
    double square = inverse * inverse;
    double q = fma(55629001.48486683, square, -6039326.416769045);
    q = fma(q, square, 330380.4467797656);
    q = fma(q, square, -13207.801061663946);
    q = fma(q, square, 501.5151566589034);
    q = fma(q, square, -23.290567183174517);
    q = fma(q, square, 1.6373669471355987);
    q = fma(q, square, -0.20956857105259158);
    q = fma(q, square, 0.0651041641170859);
    q = fma(q, square, -0.12499999999835885);
    double p = fma(-11218.237633189658, square, 1277.3535332212866);
    p = fma(p, square, -85.79416608392857);
    p = fma(p, square, 5.662125060937318);
    p = fma(p, square, -0.5417345171533867);
    p = fma(p, square, 0.10351140407283131);
    p = fma(p, square, -0.06249999082419847);
    p = fma(p, square, 0.9999999999913266);
    y = faded_double(size, p, fma(q, inverse, size), -2.356194490192345);
  }
  return x < 0.0 ? __hiloint2double(0xfff80000, 0) : y;
}

__device__ double y1(double x) {
  double size = fabs(x);
  double y;
  if (size < 1e-308) {
    y = __ddiv_rn(-0.6366197723675814, size);
  } else if (size <= 1.2985706630155085) {
    double square = size * size;
    double p = fma(2.59901697711443e-13, square, -5.64693604070731e-11);
    p = fma(p, square, 8.931867331036296e-09);
    p = fma(p, square, -9.926740542145189e-07);
    p = fma(p, square, 7.164268749708438e-05);
    p = fma(p, square, -0.0029553053360793823);
    p = fma(p, square, 0.054348688160510215);
    p = fma(p, square, -0.19605709064623894);
    y = fma(size, p, fma(j1(size), log(size), -__drcp_rn(size)) * 0.6366197723675814);
  } else if (size <= 3.213411183412576) {
    double t = __dadd_rn(__dadd_rn(size, -2.197141326031017), 4.8259835876454966e-17);
    double p = fma(-3.2049185400459807e-09, t, 1.1269853629385924e-08);
    p = fma(p, t, -9.725182107962382e-09);
    p = fma(p, t, 1.083612003186429e-09);
    p = fma(p, t, -3.318806432859501e-08);
    p = fma(p, t, 1.1520099207803076e-07);
    p = fma(p, t, -2.1657623225477696e-07);
    p = fma(p, t, 4.2488832800057044e-07);
    p = fma(p, t, -9.597291015128258e-07);
    p = fma(p, t, 2.1436519550731894e-06);
    p = fma(p, t, -4.688317848511307e-06);
    p = fma(p, t, 1.0260662960992744e-05);
    p = fma(p, t, -2.2488720843801278e-05);
    p = fma(p, t, 4.9244995944963054e-05);
    p = fma(p, t, -0.00010776095981792354);
    p = fma(p, t, 0.0002358698833633901);
    p = fma(p, t, -0.0005096012361553002);
    p = fma(p, t, 0.0010668530085008096);
    p = fma(p, t, -0.0025952416931835976);
    p = fma(p, t, 0.00742255333233489);
    p = fma(p, t, -0.0047978116699424166);
    p = fma(p, t, -0.03285739740527983);
    p = fma(p, t, -0.1185145457490982);
    p = fma(p, t, 0.5207864124022675);
    y = t * p;
  } else if (size <= 7.012843454562652) {
    double t = __dadd_rn(__dadd_rn(size, -5.429681040794135), -4.162514026670377e-16);
    double p = fma(3.641000824697897e-16, t, 6.273399595774694e-16);
    p = fma(p, t, -1.6567178292652644e-15);
    p = fma(p, t, -1.793477656341539e-14);
    p = fma(p, t, 4.41054681639002e-14);
    p = fma(p, t, -1.3878513332053826e-13);
    p = fma(p, t, 1.1700759168150388e-12);
    p = fma(p, t, -4.612886656846937e-12);
    p = fma(p, t, 2.2221266530726016e-12);
    p = fma(p, t, -3.852562731318657e-10);
    p = fma(p, t, 5.598172933325135e-09);
    p = fma(p, t, 2.550481704211604e-08);
    p = fma(p, t, -5.464422265470442e-07);
    p = fma(p, t, -2.863862325810849e-06);
    p = fma(p, t, 4.645867915733586e-05);
    p = fma(p, t, 0.00014662089281728481);
    p = fma(p, t, -0.0021659987511156486);
    p = fma(p, t, -0.004160115934377755);
    p = fma(p, t, 0.050947939743423036);
    p = fma(p, t, 0.03133867744408601);
    p = fma(p, t, -0.3403180455234406);
    y = t * p;
  } else if (size <= 9.172580349585525) {
    double t = __dadd_rn(__dadd_rn(size, -8.596005868331169), -2.8415838340063664e-16);
    double p = fma(2.3054460915421356e-16, t, -1.37261665127986e-13);
    p = fma(p, t, -1.0670851982585537e-12);
    p = fma(p, t, 2.797080742350624e-11);
    p = fma(p, t, 1.8836633111302066e-10);
    p = fma(p, t, -4.684316504597157e-09);
    p = fma(p, t, -2.4419232584748692e-08);
    p = fma(p, t, 5.586530988420729e-07);
    p = fma(p, t, 2.0819264505873677e-06);
    p = fma(p, t, -4.3807396765669035e-05);
    p = fma(p, t, -0.00010420148506049303);
    p = fma(p, t, 0.002011492014389694);
    p = fma(p, t, 0.0024179567328294163);
    p = fma(p, t, -0.04340642670740072);
    p = fma(p, t, -0.015789884364296906);
    p = fma(p, t, 0.27145987731153354);
    y = t * p;
  } else if (size == INFINITY) {
    y = 0.0;
  } else {
    double inverse = reciprocal(size);
    double square = inverse * inverse;
    double q = fma(-84713576.0782494, square, 8464204.863822212);
    q = fma(q, square, -432669.4608144372);
    q = fma(q, square, 16587.003996135853);
    q = fma(q, square, -627.9420695465894);
    q = fma(q, square, 30.467963750665916);
    q = fma(q, square, -2.3688522582374287);
    q = fma(q, square, 0.37089717947165673);
    q = fma(q, square, -0.1640624982860322);
    q = fma(q, square, 0.3749999999989472);
    double p = fma(17654.799250822507, square, -1801.727125254791);
    p = fma(p, square, 113.66755003385103);
    p = fma(p, square, -7.595622833654404);
    p = fma(p, square, 0.8045758488114477);
    p = fma(p, square, -0.19335710687571675);
    p = fma(p, square, 0.18749999596669242);
    p = fma(p, square, 1.000000000003085);
    y = faded_double(size, p, fma(q, inverse, size), -3.9269908169872414);
  }
  if (x < 0.0) y = __hiloint2double(0xfff80000, 0);
  return x == 0.0 ? -INFINITY : y;
}
